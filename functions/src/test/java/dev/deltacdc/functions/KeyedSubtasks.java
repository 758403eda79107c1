/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventSerializer;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.OutputTag;

/** The subtasks of a function that makes rows of a table from its events, on harnesses. */
public final class KeyedSubtasks implements AutoCloseable {
  private final Supplier<KeyedProcessFunction<RowKey, ChangeEvent, RowData>> functions;
  private final ChangeEventSerializer network;
  private final RowKeySelector keys;
  private final RowDataSerializer rows;
  private final List<KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData>>
      harnesses = new ArrayList<>();
  private final List<RejectedEvent> rejected = new ArrayList<>();
  private long wallClock = 1_000_000_000L;

  /**
   * Subtasks of functions that are all the same.
   *
   * @param in the columns of events
   * @param out those of rows
   */
  public KeyedSubtasks(
      Supplier<KeyedProcessFunction<RowKey, ChangeEvent, RowData>> functions,
      RowType in,
      List<Integer> keys,
      RowType out,
      int parallelism)
      throws Exception {
    this.functions = functions;
    this.network = new ChangeEventSerializer(in);
    this.keys = RowKeySelector.of(in, keys);
    this.rows = new RowDataSerializer(out);
    start(OperatorSubtaskState.builder().build(), 1, parallelism);
  }

  /** An event arrives at the subtask of its key; what comes out. */
  public List<RowData> send(ChangeEvent event) throws Exception {
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(
            keys.getKey(event.row()), Harnesses.MAX_PARALLELISM, harnesses.size());
    harnesses.get(subtask).processElement(network.copy(event), 0);
    return taken(harnesses.get(subtask));
  }

  /** Time passes while the job runs; what comes out. */
  public List<RowData> pass(Duration time) throws Exception {
    wallClock += time.toMillis();
    List<RowData> out = new ArrayList<>();
    for (var harness : harnesses) {
      harness.setProcessingTime(wallClock);
      out.addAll(taken(harness));
    }
    return out;
  }

  private List<RowData> taken(
      KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData> harness) {
    List<RowData> out = new ArrayList<>();
    harness.extractOutputValues().forEach(row -> out.add(rows.toBinaryRow(row).copy()));
    harness.getOutput().clear();
    var side = harness.getSideOutput(RejectedEvent.TAG);
    if (side != null) {
      side.stream().map(StreamRecord::getValue).forEach(rejected::add);
      side.clear();
    }
    return out;
  }

  /** What came out at a side since the last call. */
  public List<RowData> side(OutputTag<RowData> tag) {
    List<RowData> out = new ArrayList<>();
    for (var harness : harnesses) {
      var side = harness.getSideOutput(tag);
      if (side != null) {
        side.forEach(row -> out.add(rows.toBinaryRow(row.getValue()).copy()));
        side.clear();
      }
    }
    return out;
  }

  /** A checkpoint, a failure right after it, time, and a restart. */
  public void restart(int parallelism, Duration downtime) throws Exception {
    restart(snapshot(), harnesses.size(), parallelism, downtime);
  }

  /** A checkpoint of all of them. */
  public OperatorSubtaskState snapshot() throws Exception {
    return Harnesses.snapshot(harnesses);
  }

  /** A failure and a restart from a checkpoint of so many subtasks. */
  public void restart(OperatorSubtaskState state, int before, int parallelism, Duration downtime)
      throws Exception {
    close();
    wallClock += downtime.toMillis();
    start(state, before, parallelism);
  }

  private void start(OperatorSubtaskState state, int before, int parallelism) throws Exception {
    for (int i = 0; i < parallelism; i++) {
      var harness =
          new KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData>(
              new KeyedProcessOperator<>(functions.get()),
              keys.forEvents(),
              RowKeyTypeInfo.INSTANCE,
              Harnesses.MAX_PARALLELISM,
              parallelism,
              i);
      Harnesses.withoutKryo(harness).setup(rows);
      harness.setProcessingTime(wallClock);
      harness.initializeState(Harnesses.part(state, before, parallelism, i));
      harness.open();
      harnesses.add(harness);
    }
  }

  public List<RejectedEvent> rejected() {
    return rejected;
  }

  public long count(Step step, String counter) {
    return Harnesses.count(harnesses, step, counter);
  }

  public int stateEntries() {
    return harnesses.stream().mapToInt(harness -> harness.numKeyedStateEntries()).sum();
  }

  public int timers() {
    return harnesses.stream().mapToInt(harness -> harness.numProcessingTimeTimers()).sum();
  }

  @Override
  public void close() throws Exception {
    for (var harness : harnesses) {
      harness.close();
    }
    harnesses.clear();
  }
}
