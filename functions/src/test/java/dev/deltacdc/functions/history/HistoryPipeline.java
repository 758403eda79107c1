/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventSerializer;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;

/**
 * The history operator with a map in place of the sink, at any parallelism, with restarts. After
 * every single change of the table no key has two open rows; after every event the history is
 * valid; a row that was said to be final never changes.
 */
public final class HistoryPipeline implements AutoCloseable {
  private final HistoryOptions options;
  private final ChangeEventSerializer network;
  private final RowKeySelector keys;
  private final RowKeySelector rowKeys;
  private final RowDataSerializer rows;
  private final List<KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData>>
      harnesses = new ArrayList<>();
  private final Map<RowKey, RowData> table = new TreeMap<>();
  private final Set<RowKey> finals = new HashSet<>();
  private final List<RejectedEvent> rejected = new ArrayList<>();
  private long wallClock = 1_000_000_000L;

  public HistoryPipeline(HistoryOptions options, int parallelism) throws Exception {
    this.options = options;
    this.network = new ChangeEventSerializer(options.rowType());
    this.keys = RowKeySelector.of(options.rowType(), options.keys());
    this.rowKeys = RowKeySelector.of(options.outputType(), options.outputKeys());
    this.rows = new RowDataSerializer(options.outputType());
    start(OperatorSubtaskState.builder().build(), 1, parallelism);
  }

  /** An event arrives. */
  public void feed(ChangeEvent event) throws Exception {
    RowKey key = keys.getKey(event.row());
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(
            key, Harnesses.MAX_PARALLELISM, harnesses.size());
    harnesses.get(subtask).processElement(network.copy(event), 0);
    take(harnesses.get(subtask));
    requireValid();
  }

  /** Time passes while the job runs. */
  public void pass(Duration time) throws Exception {
    wallClock += time.toMillis();
    for (var harness : harnesses) {
      harness.setProcessingTime(wallClock);
      take(harness);
    }
  }

  /** A checkpoint, a failure right after it, time, and a restart. */
  public void restart(int parallelism, Duration downtime) throws Exception {
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    int before = harnesses.size();
    close();
    wallClock += downtime.toMillis();
    start(state, before, parallelism);
  }

  private void start(OperatorSubtaskState state, int before, int parallelism) throws Exception {
    for (int i = 0; i < parallelism; i++) {
      var harness =
          new KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData>(
              new KeyedProcessOperator<>(new HistoryFunction(options)),
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

  private void take(KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData> harness) {
    harness.extractOutputValues().forEach(this::apply);
    harness.getOutput().clear();
    var side = harness.getSideOutput(RejectedEvent.TAG);
    if (side != null) {
      side.stream().map(StreamRecord::getValue).forEach(rejected::add);
      side.clear();
    }
  }

  private void apply(RowData change) {
    RowKey key = rowKeys.getKey(change);
    assertThat(finals).as("a final row changes").doesNotContain(key);
    switch (change.getRowKind()) {
      case UPDATE_AFTER -> table.put(key, rows.toBinaryRow(change).copy());
      case DELETE -> assertThat(table.remove(key)).as("a row to delete").isNotNull();
      case UPDATE_BEFORE -> {
        assertThat(table).containsKey(key);
        finals.add(key);
      }
      default -> throw new AssertionError(change.getRowKind());
    }
    if (change.getRowKind() == RowKind.UPDATE_AFTER) {
      requireOneOpenRow(keys.getKey(change));
    }
  }

  private void requireOneOpenRow(RowKey key) {
    assertThat(rowsOf(key).filter(row -> row.isNullAt(end()))).hasSizeLessThanOrEqualTo(1);
  }

  private Stream<RowData> rowsOf(RowKey key) {
    return table.values().stream().filter(row -> keys.getKey(row).equals(key));
  }

  private int end() {
    return options.rowType().getFieldCount() + 1;
  }

  /** Start before end, and no row before the end of the one before it. Sequences are INT here. */
  private void requireValid() {
    Map<RowKey, List<int[]>> byKey = new TreeMap<>();
    for (RowData row : table.values()) {
      int[] validity = {row.getInt(end() - 1), row.isNullAt(end()) ? -1 : row.getInt(end())};
      byKey.computeIfAbsent(keys.getKey(row), key -> new ArrayList<>()).add(validity);
    }
    for (List<int[]> history : byKey.values()) {
      history.sort((a, b) -> Integer.compare(a[0], b[0]));
      for (int i = 0; i < history.size(); i++) {
        boolean isLast = i == history.size() - 1;
        int until = history.get(i)[1];
        assertThat(until != -1 || isLast).as("an open row is the last one").isTrue();
        assertThat(until == -1 || history.get(i)[0] < until).as("no zero width").isTrue();
        assertThat(isLast || until <= history.get(i + 1)[0]).as("no overlap").isTrue();
      }
    }
  }

  /** The rows of the table, by key and start. */
  public List<RowData> table() {
    return List.copyOf(table.values());
  }

  /** How many rows may still change, as the operator says. */
  public int changeable() {
    return table.size() - finals.size();
  }

  public List<RejectedEvent> rejected() {
    return rejected;
  }

  public long count(String counter) {
    return Harnesses.count(harnesses, Step.table(options.name()), counter);
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
