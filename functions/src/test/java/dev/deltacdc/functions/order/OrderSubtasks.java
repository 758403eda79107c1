/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventSerializer;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.Truncate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.table.types.logical.LogicalType;

/** The order of a target on harnesses: with truncates or without, as {@link EventOrder} lays it. */
public final class OrderSubtasks implements AutoCloseable {
  private static final ExistingRows NO_ROWS = visitor -> {};

  private final OrderOptions options;
  private final RowKeySelector keys;
  private final ChangeEventSerializer network;
  private final List<AbstractStreamOperatorTestHarness<ChangeEvent>> subtasks = new ArrayList<>();
  @Nullable private final StateBackend backend;
  private long wallClock = 1_000_000_000L;

  public OrderSubtasks(OrderOptions options, boolean truncates, int parallelism) throws Exception {
    this(options, truncates, parallelism, null);
  }

  /** With the state backend, or Flink's default. */
  OrderSubtasks(
      OrderOptions options, boolean truncates, int parallelism, @Nullable StateBackend backend)
      throws Exception {
    this.options = options;
    this.keys = RowKeySelector.of(options.rowType(), options.keys());
    this.network = new ChangeEventSerializer(options.rowType());
    this.backend = backend;
    start(OperatorSubtaskState.builder().build(), 1, truncates, parallelism);
  }

  /** An event arrives at the subtask of its key; what comes out. */
  public List<ChangeEvent> send(ChangeEvent event) throws Exception {
    RowKey key = keys.getKey(event.row());
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(
            key, Harnesses.MAX_PARALLELISM, subtasks.size());
    AbstractStreamOperatorTestHarness<ChangeEvent> harness = subtasks.get(subtask);
    StreamRecord<ChangeEvent> element = new StreamRecord<>(network.copy(event));
    if (harness instanceof KeyedTwoInputStreamOperatorTestHarness<?, ?, ?, ?>) {
      truncating(harness).processElement1(element);
    } else {
      plain(harness).processElement(element);
    }
    return taken(harness);
  }

  /** A truncate arrives at every subtask; what comes out. */
  public List<ChangeEvent> truncate(Truncate truncate) throws Exception {
    List<ChangeEvent> out = new ArrayList<>();
    for (int subtask = 0; subtask < subtasks.size(); subtask++) {
      out.addAll(truncate(subtask, truncate));
    }
    return out;
  }

  /** A truncate arrives at one subtask; what comes out. */
  public List<ChangeEvent> truncate(int subtask, Truncate truncate) throws Exception {
    truncating(subtasks.get(subtask)).processElement2(new StreamRecord<>(truncate));
    return taken(subtasks.get(subtask));
  }

  /** A checkpoint, a failure right after it, and a restart, with truncates or without. */
  public void restart(boolean truncates, int parallelism) throws Exception {
    OperatorSubtaskState state = Harnesses.snapshot(subtasks);
    int before = subtasks.size();
    close();
    start(state, before, truncates, parallelism);
  }

  public int parallelism() {
    return subtasks.size();
  }

  void pass(Duration time) throws Exception {
    wallClock += time.toMillis();
    for (AbstractStreamOperatorTestHarness<ChangeEvent> subtask : subtasks) {
      subtask.setProcessingTime(wallClock);
    }
  }

  /** The keys in state; on the heap only. */
  int keysInState() {
    return subtasks.stream()
        .mapToInt(
            harness ->
                harness instanceof KeyedTwoInputStreamOperatorTestHarness<?, ?, ?, ?>
                    ? truncating(harness).numKeyedStateEntries()
                    : plain(harness).numKeyedStateEntries())
        .sum();
  }

  int timers() {
    return subtasks.stream()
        .mapToInt(AbstractStreamOperatorTestHarness::numProcessingTimeTimers)
        .sum();
  }

  public long count(String counter) {
    return Harnesses.count(subtasks, Step.table(options.name()), counter);
  }

  @Override
  public void close() throws Exception {
    for (AbstractStreamOperatorTestHarness<ChangeEvent> subtask : subtasks) {
      subtask.close();
    }
    subtasks.clear();
  }

  private void start(OperatorSubtaskState state, int before, boolean truncates, int parallelism)
      throws Exception {
    for (int i = 0; i < parallelism; i++) {
      AbstractStreamOperatorTestHarness<ChangeEvent> harness =
          Harnesses.withoutKryo(harness(truncates, parallelism, i));
      if (backend != null) {
        harness.setStateBackend(backend);
      }
      harness.setProcessingTime(wallClock);
      harness.setup(network);
      harness.initializeState(Harnesses.part(state, before, parallelism, i));
      harness.open();
      subtasks.add(harness);
    }
  }

  private AbstractStreamOperatorTestHarness<ChangeEvent> harness(
      boolean truncates, int parallelism, int subtask) throws Exception {
    OrderFunction function = new OrderFunction(options);
    List<LogicalType> keyTypes =
        options.keys().stream().<LogicalType>map(options.rowType()::getTypeAt).toList();
    List<LogicalType> sequenceTypes = options.sequenceTypes();
    if (truncates) {
      return new KeyedTwoInputStreamOperatorTestHarness<RowKey, ChangeEvent, Truncate, ChangeEvent>(
          new TruncatingOrderOperator(function, NO_ROWS, keyTypes, sequenceTypes),
          keys.forEvents(),
          null,
          RowKeyTypeInfo.INSTANCE,
          Harnesses.MAX_PARALLELISM,
          parallelism,
          subtask);
    }
    return new KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent>(
        new OrderOperator(function, NO_ROWS, keyTypes, sequenceTypes),
        keys.forEvents(),
        RowKeyTypeInfo.INSTANCE,
        Harnesses.MAX_PARALLELISM,
        parallelism,
        subtask);
  }

  private List<ChangeEvent> taken(AbstractStreamOperatorTestHarness<ChangeEvent> harness)
      throws Exception {
    // With state on disk events wait for this.
    harness.prepareSnapshotPreBarrier(0);
    List<ChangeEvent> out = new ArrayList<>();
    for (ChangeEvent event : harness.extractOutputValues()) {
      out.add(network.copy(event));
    }
    harness.getOutput().clear();
    return out;
  }

  @SuppressWarnings("unchecked")
  private static KeyedTwoInputStreamOperatorTestHarness<RowKey, ChangeEvent, Truncate, ChangeEvent>
      truncating(AbstractStreamOperatorTestHarness<ChangeEvent> harness) {
    return (KeyedTwoInputStreamOperatorTestHarness<RowKey, ChangeEvent, Truncate, ChangeEvent>)
        harness;
  }

  @SuppressWarnings("unchecked")
  private static KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent> plain(
      AbstractStreamOperatorTestHarness<ChangeEvent> harness) {
    return (KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent>) harness;
  }
}
