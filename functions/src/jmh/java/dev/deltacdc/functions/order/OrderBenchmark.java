/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.bench.ours.upserts.ProductRows;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ContentHash;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What the order does with each event, but for its state. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OrderBenchmark {

  private static final int EVENTS = 10_000;

  private final ContentHash contents = ContentHash.of(ProductRows.TYPE);
  private final RowKeySelector keys = RowKeySelector.of(ProductRows.TYPE, List.of(0));
  private final SequenceEncoder sequences = SequenceEncoder.of(List.of(new BigIntType()));
  private final List<ChangeEvent> events = new ArrayList<>();
  private final List<OrderEntry> before = new ArrayList<>();

  /** Each event is newer than what is remembered of its key. */
  @Setup
  public void setUp() {
    Sequence last = null;
    for (BinaryRowData row : ProductRows.binary(EVENTS)) {
      Sequence sequence = sequences.encode(row, ProductRows.SEQUENCE);
      ChangeEvent event = ChangeEvent.upsert(row, sequence);
      events.add(event);
      before.add(last == null ? null : OrderEntry.upsert(last, contents.hash(event)));
      last = sequence;
    }
  }

  /** Comparison of an event with the last one of its key. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void judge(Blackhole end) {
    for (int i = 0; i < EVENTS; i++) {
      end.consume(OrderRule.judge(before.get(i), events.get(i).sequence(), 0, false));
    }
  }

  /** The hash that tells an exact duplicate. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void contentHash(Blackhole end) {
    for (ChangeEvent event : events) {
      end.consume(contents.hash(event));
    }
  }

  /** The key in bytes. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void key(Blackhole end) {
    for (ChangeEvent event : events) {
      end.consume(keys.getKey(event.row()));
    }
  }

  /** The sequence in bytes. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void sequence(Blackhole end) {
    for (ChangeEvent event : events) {
      end.consume(sequences.encode(event.row(), ProductRows.SEQUENCE));
    }
  }
}
