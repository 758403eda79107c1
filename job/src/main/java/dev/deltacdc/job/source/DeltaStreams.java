/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.connector.ReadOptions;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.job.triggered.EndOfRun;
import dev.deltacdc.source.DeltaSource;
import dev.deltacdc.source.DeltaSourceBuilder;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** Streams of the rows that Delta tables have and get. */
final class DeltaStreams {

  private DeltaStreams() {}

  /** See {@link SourceStreams#create}. */
  static SingleOutputStreamOperator<RowData> create(
      StreamExecutionEnvironment env, SourceDefinition source, String uid, Reading reading) {
    DeltaSource table = open(source, reading);
    Source<RowData, ?, ?> reader =
        reading.isHeld() ? reading.held(table, table.getProducedType()) : table;
    DataStreamSource<RowData> read =
        env.fromSource(
            reader, WatermarkStrategy.noWatermarks(), source.name(), table.getProducedType());
    read.uid(uid + "/read");
    DataStream<RowData> rows = reading.isHeld() ? EndOfRun.behind(read, EndOfRun.uid(uid)) : read;
    RowType rowType = SourceStreams.rowType(source);
    return rows.transform(
            source.name() + ": rows",
            InternalTypeInfo.of(rowType),
            new ReadOperator<>(
                new DeltaRowsFunction(source.name(), source.schema(), table.rowType()),
                new DeltaPositions(DeltaRowsFunction.firstOfOrigin(table.rowType())),
                source.name(),
                uid))
        .uid(uid + "/rows");
  }

  private static DeltaSource open(SourceDefinition source, Reading reading) {
    ReadOptions options = DeltaSettings.read(source.options(), source.baseDir(), source.hadoop());
    DeltaSourceBuilder builder = options.source();
    if (reading.isHeld()) {
      requireToGoOn(source, options, reading);
      if (reading.once()) {
        builder.bounded();
      } else {
        builder.untilNow(true);
      }
    }
    String path = DeltaSettings.path(source.options(), source.baseDir());
    RowType columns = SourceSchema.rowType(source.schema().physical());
    try {
      List<String> differences = options.layout().differences(columns);
      if (!differences.isEmpty()) {
        throw new IllegalArgumentException(
            "source '%s': it is declared with other columns than the Delta table at %s has: %s. Declare them as they are there; columns may be left out, or all of them."
                .formatted(source.name(), path, String.join("; ", differences)));
      }
      return builder.columns(columns.getFieldNames()).origin(DeltaRowsFunction.ORIGIN).build();
    } catch (TableException e) {
      throw new IllegalArgumentException("source '" + source.name() + "': " + e.getMessage(), e);
    }
  }

  private static void requireToGoOn(SourceDefinition source, ReadOptions options, Reading reading) {
    boolean later = DeltaSettings.laterStart(source.options()).isPresent();
    if (options.isBounded() || (reading.once() && later)) {
      throw new IllegalArgumentException(
          "source '%s': %s. Leave %s out."
              .formatted(
                  source.name(),
                  reading.once()
                      ? "a full load (AUTO CDC ONCE) reads the table as it is at the first run"
                      : "a triggered run reads the table up to its version at the start, and the"
                          + " next one goes on from there",
                  later ? "'startingVersion' and 'startingTimestamp'" : "'mode' = 'batch'"));
    }
  }
}
