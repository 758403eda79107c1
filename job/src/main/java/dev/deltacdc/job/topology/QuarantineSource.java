/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.reject.QuarantineTable;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.Settings;
import dev.deltacdc.job.source.DeltaSettings;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;

/**
 * The quarantine table as a source of the pipeline that fills it: its rejected events can be
 * repaired and replayed. It is read from the lake, as any Delta table.
 */
final class QuarantineSource {

  private final Settings settings;
  private final TopologyOptions options;

  QuarantineSource(Settings settings, TopologyOptions options) {
    this.settings = settings;
    this.options = options;
  }

  /** Makes the table before the first run reads it. */
  void prepare(ResolvedSource source) {
    if (isQuarantine(source)) {
      OutputTable table = OutputTable.quarantine(settings, options.lake());
      options.lake().store(table.name()).createOrCheck(table.table(), table.upsert());
    }
  }

  /**
   * The source without what came from itself: an event that is rejected again would come, and be
   * rejected, for ever. A source that leaves out the column that tells is left as it is.
   */
  DataStream<RowData> withoutOwn(
      ResolvedSource source, SingleOutputStreamOperator<RowData> rows, String uid) {
    int column = source.schema().rowType().getFieldIndex(QuarantineTable.SOURCE);
    if (!isQuarantine(source) || column < 0) {
      return rows;
    }
    String own = source.name().toString();
    return Streams.parallelLike(
        rows,
        rows.filter(row -> row.isNullAt(column) || !row.getString(column).toString().equals(own))
            .name(own + ": without its own")
            .uid(uid + "/others"));
  }

  private boolean isQuarantine(ResolvedSource source) {
    return DeltaSettings.CONNECTOR.equals(source.options().get("connector"))
        && DeltaSettings.path(source.options(), options.baseDir())
            .equals(options.lake().path(settings.quarantineTable()));
  }
}
