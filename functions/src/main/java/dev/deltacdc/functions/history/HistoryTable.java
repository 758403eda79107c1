/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.util.OutputTag;

/** Lays the operator of a history table behind those that order its events. */
public final class HistoryTable {
  private HistoryTable() {}

  /**
   * The side output of {@link #apply} for those that read the table: INSERT, pairs of UPDATE_BEFORE
   * and UPDATE_AFTER, and DELETE of rows of {@link HistoryOptions#outputType}.
   */
  public static OutputTag<RowData> rows(HistoryOptions options) {
    return new OutputTag<>("rows", InternalTypeInfo.of(options.outputType()));
  }

  /**
   * Adds a history.
   *
   * @param accepted every accepted event, stale ones too, as the order operator emits them:
   *     partitioned by {@link RowKeySelector} of the table's keys
   * @param read whether queries read the table, from {@link #rows}
   * @param uid prefix of the operator's uid
   * @return changes of rows of {@link HistoryOptions#outputType}, keyed by {@link
   *     HistoryOptions#outputKeys}: UPDATE_AFTER and DELETE; an UPDATE_BEFORE says that its row
   *     will not change any more. What one event changes belongs into one commit. Events that are
   *     too late are in the side output of rejected ones
   */
  public static SingleOutputStreamOperator<RowData> apply(
      DataStream<ChangeEvent> accepted, HistoryOptions options, boolean read, String uid) {
    return DataStreamUtils.reinterpretAsKeyedStream(
            accepted,
            RowKeySelector.of(options.rowType(), options.keys()).forEvents(),
            RowKeyTypeInfo.INSTANCE)
        .process(new HistoryFunction(options, read))
        .setParallelism(accepted.getParallelism())
        .name(uid + ": history")
        .uid(uid + "/history");
  }
}
