/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import dev.deltacdc.bench.ours.upserts.ProductRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendLoader;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
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
import org.openjdk.jmh.annotations.TearDown;

/** The row index of a million keys: a batch of them is looked up, and has new places then. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowIndexBenchmark {

  private static final int KEYS = 1_000_000;
  private static final int BATCH = 50_000;
  private static final int KEY_GROUPS = 128;

  /** State backend. */
  @Param({"hashmap", "rocksdb"})
  public String state;

  /** Whether a batch's keys come in the order of a state on disk. */
  @Param({"false", "true"})
  public boolean ordered;

  private KeyedOneInputStreamOperatorTestHarness<RowKey, RowData, RowData> harness;
  private RowIndex<RowKey> index;
  private List<RowKey> keys;
  private int batch;

  /** Fills the index. */
  @Setup
  public void setUp() throws Exception {
    RowKeySelector selector = new RowKeySelector(ProductRows.TYPE, List.of("id"));
    Indexing operator = new Indexing();
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            operator, selector, new RowKeyTypeInfo(), KEY_GROUPS, 1, 0);
    harness.setStateBackend(backend());
    harness.open();
    index = operator.index();
    keys = new ArrayList<>();
    for (BinaryRowData row : ProductRows.binary(KEYS)) {
      keys.add(selector.getKey(row));
    }
    Collections.shuffle(keys, new Random(1));
    put(keys);
    if (ordered) {
      for (int first = 0; first < KEYS; first += BATCH) {
        keys.subList(first, first + BATCH)
            .sort((a, b) -> group(a) == group(b) ? a.compareTo(b) : group(a) - group(b));
      }
    }
  }

  private StateBackend backend() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(StateBackendOptions.STATE_BACKEND, state);
    configuration.setString("state.backend.rocksdb.use-bloom-filter", "true");
    // A harness has hardly any managed memory.
    configuration.setString("state.backend.rocksdb.memory.managed", "false");
    configuration.setString("state.backend.rocksdb.block.cache-size", "256mb");
    return StateBackendLoader.loadStateBackendFromConfig(
        configuration, getClass().getClassLoader(), null);
  }

  /** A key: one look and one new place. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long update() throws Exception {
    List<RowKey> some = keys.subList(batch * BATCH, (batch + 1) * BATCH);
    batch = (batch + 1) % (KEYS / BATCH);
    long sum = 0;
    for (RowKey key : some) {
      index.at(key, group(key));
      sum += index.get().position();
    }
    put(some);
    return sum;
  }

  private void put(List<RowKey> some) throws Exception {
    int position = 0;
    for (RowKey key : some) {
      index.at(key, group(key));
      index.put(new RowLocation(some.size(), position++, RowLocation.NO_DAY));
    }
  }

  private static int group(RowKey key) {
    return KeyGroupRangeAssignment.assignToKeyGroup(key, KEY_GROUPS);
  }

  @TearDown
  public void tearDown() throws Exception {
    harness.close();
  }

  /** Has an index and does nothing with it. */
  private static final class Indexing extends AbstractStreamOperator<RowData>
      implements OneInputStreamOperator<RowData, RowData> {
    private static final long serialVersionUID = 1L;

    RowIndex<RowKey> index() {
      return new RowIndex<>(getKeyedStateStore(), this.<RowKey>getKeyedStateBackend());
    }

    @Override
    public void processElement(StreamRecord<RowData> element) {
      throw new UnsupportedOperationException("no rows come");
    }
  }
}
