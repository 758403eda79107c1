/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventSerializer;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.order.ExistingRows;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** The subtasks of a series of snapshots of rows (id, v), on harnesses; events as text. */
final class SeriesSubtasks implements AutoCloseable {
  static final RowType COLUMNS =
      RowType.of(
          new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
          new String[] {"id", "v"});
  private static final RowKeySelector KEYS = RowKeySelector.of(COLUMNS, List.of(0));

  private SnapshotSeriesOptions options;
  private ChangeEventSerializer network = new ChangeEventSerializer(COLUMNS);
  @Nullable private final ExistingRows present;
  @Nullable private final ExistingRows begins;
  private final List<KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent>>
      harnesses = new ArrayList<>();

  SeriesSubtasks(boolean partial, int parallelism) throws Exception {
    this(partial, parallelism, null, null);
  }

  SeriesSubtasks(
      boolean partial,
      int parallelism,
      @Nullable ExistingRows present,
      @Nullable ExistingRows begins)
      throws Exception {
    this(partial, parallelism, new BigIntType(), present, begins);
  }

  SeriesSubtasks(
      boolean partial,
      int parallelism,
      LogicalType version,
      @Nullable ExistingRows present,
      @Nullable ExistingRows begins)
      throws Exception {
    this.options =
        new SnapshotSeriesOptions("flow", "clientes", COLUMNS, List.of(0), version, partial);
    this.present = present;
    this.begins = begins;
    start(OperatorSubtaskState.builder().build(), 1, parallelism);
  }

  /** A row of a snapshot arrives at the subtask of its key. */
  void row(int version, int id, @Nullable String value) throws Exception {
    // Columns that came since are NULL.
    GenericRowData row = new GenericRowData(options.rowType().getFieldCount());
    row.setField(0, id);
    row.setField(1, StringData.fromString(value));
    ChangeEvent event = ChangeEvent.upsert(row, options.sequence(version));
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(
            KEYS.getKey(row), Harnesses.MAX_PARALLELISM, harnesses.size());
    harnesses.get(subtask).processElement(network.copy(event), 0);
  }

  /** The end of a snapshot arrives at every subtask; what comes out since the last call. */
  List<String> complete(int version) throws Exception {
    for (int subtask = 0; subtask < harnesses.size(); subtask++) {
      complete(subtask, version);
    }
    return taken();
  }

  void complete(int subtask, int version) throws Exception {
    harnesses.get(subtask).processWatermark(new Watermark(version));
  }

  void end() throws Exception {
    for (var harness : harnesses) {
      harness.processWatermark(Watermark.MAX_WATERMARK);
    }
  }

  /** What came out since the last call. */
  List<String> taken() {
    List<String> out = new ArrayList<>();
    for (var harness : harnesses) {
      harness.extractOutputValues().forEach(event -> out.add(text(event)));
      harness.getOutput().clear();
    }
    return out;
  }

  private String text(ChangeEvent event) {
    RowData decoded = options.sequences().decode(event.sequence());
    long version =
        options.isReread() ? decoded.getTimestamp(0, 3).getMillisecond() : decoded.getLong(0);
    int id = event.row().getInt(0);
    return event.delete()
        ? "D" + id + "@" + version
        : "U" + id + (event.row().isNullAt(1) ? null : event.row().getString(1)) + "@" + version;
  }

  int keys() {
    return harnesses.stream().mapToInt(harness -> harness.numKeyedStateEntries()).sum();
  }

  long count(String counter) {
    return Harnesses.count(harnesses, Step.flow("flow"), counter);
  }

  /** A checkpoint, a failure right after it, and a restart. */
  void restart(int parallelism) throws Exception {
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    int before = harnesses.size();
    close();
    start(state, before, parallelism);
  }

  /** The same, with other columns after it. */
  void restart(int parallelism, RowType columns) throws Exception {
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    int before = harnesses.size();
    close();
    options =
        new SnapshotSeriesOptions(
            "flow", "clientes", columns, List.of(0), options.versionType(), options.partial());
    network = new ChangeEventSerializer(columns);
    start(state, before, parallelism);
  }

  private void start(OperatorSubtaskState state, int before, int parallelism) throws Exception {
    for (int i = 0; i < parallelism; i++) {
      var harness =
          new KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent>(
              new SnapshotSeriesOperator(options, present, begins),
              KEYS.forEvents(),
              RowKeyTypeInfo.INSTANCE,
              Harnesses.MAX_PARALLELISM,
              parallelism,
              i);
      Harnesses.withoutKryo(harness).setup(network);
      harness.initializeState(Harnesses.part(state, before, parallelism, i));
      harness.open();
      harnesses.add(harness);
    }
  }

  @Override
  public void close() throws Exception {
    for (var harness : harnesses) {
      harness.close();
    }
    harnesses.clear();
  }
}
