/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.KeyedSubtasks;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.types.RowKind;

/**
 * The history operator with a map in place of the sink, at any parallelism, with restarts. After
 * every single change of the table no key has two open rows; after every event the history is
 * valid; a row that was said to be final never changes.
 */
public final class HistoryPipeline implements AutoCloseable {
  /** After every sequence. */
  private static final Sequence OPEN = Sequence.of(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1});

  private final HistoryOptions options;
  private final RowKeySelector keys;
  private final RowKeySelector rowKeys;
  private final SequenceEncoder sequences;
  private final KeyedSubtasks subtasks;
  private final Map<RowKey, RowData> table = new TreeMap<>();
  private final Map<RowKey, RowData> read = new TreeMap<>();
  private final Set<RowKey> finals = new HashSet<>();

  public HistoryPipeline(HistoryOptions options, int parallelism) throws Exception {
    this.options = options;
    this.keys = RowKeySelector.of(options.rowType(), options.keys());
    this.rowKeys = RowKeySelector.of(options.outputType(), options.outputKeys());
    this.sequences = SequenceEncoder.of(options.sequenceTypes());
    this.subtasks =
        new KeyedSubtasks(
            () -> new HistoryFunction(options, true),
            options.rowType(),
            options.keys(),
            options.outputType(),
            parallelism);
  }

  /** An event arrives. */
  public void feed(ChangeEvent event) throws Exception {
    subtasks.send(event).forEach(this::apply);
    subtasks.side(HistoryTable.rows(options)).forEach(this::tell);
    requireValid();
    assertThat(read.values()).containsExactlyElementsOf(plain(table.values()));
  }

  /** Time passes while the job runs. */
  public void pass(Duration time) throws Exception {
    subtasks.pass(time).forEach(this::apply);
  }

  /** A checkpoint, a failure right after it, time, and a restart. */
  public void restart(int parallelism, Duration downtime) throws Exception {
    subtasks.restart(parallelism, downtime);
  }

  /** A restart from what an earlier release left, which had taken the same events. */
  void restart(OperatorSubtaskState state, int parallelism) throws Exception {
    subtasks.restart(state, 1, parallelism, Duration.ZERO);
  }

  OperatorSubtaskState snapshot() throws Exception {
    return subtasks.snapshot();
  }

  private void apply(RowData change) {
    RowKey key = rowKeys.getKey(change);
    assertThat(finals).as("a final row changes").doesNotContain(key);
    switch (change.getRowKind()) {
      case UPDATE_AFTER -> table.put(key, change);
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

  /** Those that read the table take back exactly what they were given. */
  private void tell(RowData change) {
    RowKey key = rowKeys.getKey(change);
    RowData row = plain(List.of(change)).get(0);
    if (change.getRowKind() == RowKind.INSERT || change.getRowKind() == RowKind.UPDATE_AFTER) {
      assertThat(read.put(key, row)).isNull();
    } else {
      assertThat(read.remove(key)).isEqualTo(row);
    }
  }

  private static List<RowData> plain(Collection<RowData> rows) {
    return rows.stream()
        .<RowData>map(
            row -> {
              BinaryRowData copy = ((BinaryRowData) row).copy();
              copy.setRowKind(RowKind.INSERT);
              return copy;
            })
        .toList();
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

  /** Start before end, and no row before the end of the one before it. */
  private void requireValid() {
    Map<RowKey, TreeMap<Sequence, Sequence>> byKey = new TreeMap<>();
    for (RowData row : table.values()) {
      byKey
          .computeIfAbsent(keys.getKey(row), key -> new TreeMap<>())
          .put(sequence(row, end() - 1), row.isNullAt(end()) ? OPEN : sequence(row, end()));
    }
    for (TreeMap<Sequence, Sequence> history : byKey.values()) {
      history.forEach(
          (start, end) -> {
            assertThat(start).as("no zero width").isLessThan(end);
            Sequence next = history.higherKey(start);
            assertThat(next == null || end.compareTo(next) <= 0).as("no overlap").isTrue();
          });
    }
  }

  private Sequence sequence(RowData row, int column) {
    return options.sequenceTypes().size() == 1
        ? sequences.encode(row, column)
        : sequences.encode(row.getRow(column, options.sequenceTypes().size()), 0);
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
    return subtasks.rejected();
  }

  public long count(String counter) {
    return subtasks.count(Step.table(options.name()), counter);
  }

  int stateEntries() {
    return subtasks.stateEntries();
  }

  int timers() {
    return subtasks.timers();
  }

  @Override
  public void close() throws Exception {
    subtasks.close();
  }
}
