/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.sink.DeltaSink;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * Writes a Delta table in SQL: with a primary key one row per key, without one every row.
 *
 * @param name of the table in SQL
 */
record DeltaTableSink(
    String name,
    DeltaTable table,
    List<String> keys,
    DeltaSinkOptions options,
    Map<String, String> hadoop)
    implements DynamicTableSink, SupportsPartitioning {

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    if (keys.isEmpty()) {
      return ChangelogMode.insertOnly();
    }
    return ChangelogMode.newBuilder()
        .addContainedKind(RowKind.INSERT)
        .addContainedKind(RowKind.UPDATE_AFTER)
        .addContainedKind(RowKind.DELETE)
        .keyOnlyDeletes(true)
        .build();
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    return new DataStreamSinkProvider() {
      @Override
      public DataStreamSink<?> consumeDataStream(
          ProviderContext provider, DataStream<RowData> rows) {
        DeltaSink sink = keys.isEmpty() ? DeltaSink.append(table) : DeltaSink.upsert(table, keys);
        sink.name(name).options(options).hadoop(hadoop);
        provider.generateUid("delta").ifPresentOrElse(sink::uid, () -> sink.uid("delta-" + name));
        return sink.sinkTo(rows);
      }
    };
  }

  /** The planner puts the values into the rows, where they are taken from. */
  @Override
  public void applyStaticPartition(Map<String, String> partition) {}

  @Override
  public DynamicTableSink copy() {
    return this;
  }

  @Override
  public String asSummaryString() {
    return "Delta table " + name;
  }
}
