/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.bench.ours.upserts.ProductRows;
import dev.deltacdc.sink.index.RowKey;
import dev.deltacdc.sink.index.RowKeySelector;
import dev.deltacdc.sink.index.RowKeySerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A buffer is filled with rows of different keys and taken out. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowBufferBenchmark {

  private static final int ROWS = 50_000;
  private static final int KEY_GROUPS = 128;

  /** Whether changes come out in the order of a state on disk. */
  @Param({"false", "true"})
  public boolean ordered;

  private final List<BinaryRowData> rows = new ArrayList<>();
  private final List<RowKey> keys = new ArrayList<>();
  private RowBuffer<RowKey> buffer;

  /** Rows in no order. */
  @Setup
  public void setUp() throws IOException {
    rows.addAll(ProductRows.binary(ROWS));
    Collections.shuffle(rows, new Random(1));
    RowKeySelector selector = new RowKeySelector(ProductRows.TYPE, List.of("id"));
    for (BinaryRowData row : rows) {
      keys.add(selector.getKey(row));
    }
    buffer =
        new RowBuffer<>(
            ProductRows.TYPE,
            ROWS,
            Long.MAX_VALUE,
            true,
            ordered ? new StateOrder<>(RowKeySerializer.INSTANCE) : null);
  }

  /** One row, its share of taking them out included. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Object fillAndDrain() throws IOException {
    for (int i = 0; i < ROWS; i++) {
      RowKey key = keys.get(i);
      buffer.upsert(
          key, KeyGroupRangeAssignment.assignToKeyGroup(key, KEY_GROUPS), rows.get(i), 0);
    }
    return buffer.drain();
  }
}
