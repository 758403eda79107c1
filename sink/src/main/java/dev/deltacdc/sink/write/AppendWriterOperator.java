/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;

/** Writes every row. */
public final class AppendWriterOperator extends WriterOperator {
  private static final long serialVersionUID = 1L;

  private static final long ENTRY_BYTES = 64;

  private transient RowDataSerializer serializer;
  private transient List<BinaryRowData> rows;
  private transient long bytes;

  public AppendWriterOperator(WriterSettings settings) {
    super(settings);
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    initialised(NO_INDEX);
  }

  @Override
  public void open() throws Exception {
    super.open();
    serializer = new RowDataSerializer(settings.table().rowType());
    rows = new ArrayList<>();
    tableMetrics.buffer(() -> rows.size(), () -> bytes);
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    if (row.getRowKind() != RowKind.INSERT) {
      throw new SuppressRestartsException(
          new IllegalStateException(
              "The append table of '"
                  + settings.name()
                  + "' got a change of kind "
                  + row.getRowKind()
                  + ", but it can only be added to. Write this stream to an upsert table, or make"
                  + " the query insert-only."));
    }
    BinaryRowData copy = serializer.toBinaryRow(row).copy();
    rows.add(copy);
    bytes += copy.getSizeInBytes() + ENTRY_BYTES;
    if (rows.size() >= settings.options().bufferRows()
        || bytes >= settings.options().bufferMemory().getBytes()) {
      flush();
    }
  }

  @Override
  void flush() {
    if (rows.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    Map<Map<String, String>, List<RowData>> partitions = new LinkedHashMap<>();
    for (BinaryRowData row : rows) {
      partitions.computeIfAbsent(files.partitionOf(row), p -> new ArrayList<>()).add(row);
    }
    partitions.forEach((partition, members) -> write(partition, members.iterator()));
    rows.clear();
    bytes = 0;
    tableMetrics.flushed(System.nanoTime() - start);
  }
}
