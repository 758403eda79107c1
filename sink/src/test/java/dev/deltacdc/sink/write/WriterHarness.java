/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.FileIds;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.DeltaSinkOptions;
import dev.deltacdc.sink.index.RowKey;
import dev.deltacdc.sink.index.RowKeySelector;
import dev.deltacdc.sink.index.RowKeyTypeInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.roaringbitmap.RoaringBitmap;

/** Upsert writers on harnesses over one table; its results can be committed as they are. */
final class WriterHarness implements AutoCloseable {

  static final int MAX_PARALLELISM = 16;

  final DeltaTable table;
  final List<String> keys;
  final TableStore store;
  DeltaSinkOptions options = DeltaSinkOptions.defaults();
  @Nullable String dayColumn;
  int dayWindow;
  boolean refresh;
  boolean forgetting;
  KeyedOneInputStreamOperatorTestHarness<RowKey, RowData, WriterResult> harness;

  WriterHarness(DeltaTable table, List<String> keys) {
    this.table = table;
    this.keys = keys;
    this.store = TableStore.open(table.path(), Map.of());
    store.createOrCheck(table, true);
  }

  WriterHarness open() throws Exception {
    return open(null, 0, 1, 0);
  }

  WriterHarness open(
      @Nullable OperatorSubtaskState state, long checkpointId, int parallelism, int subtask)
      throws Exception {
    WriterSettings settings =
        new WriterSettings(
            table, "flow", keys, refresh, options, Map.of(), dayColumn, dayWindow, forgetting);
    RowKeySelector selector = new RowKeySelector(table.rowType(), keys, table.partitionColumns());
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new UpsertWriterOperator<>(settings, selector),
            selector,
            new RowKeyTypeInfo(),
            MAX_PARALLELISM,
            parallelism,
            subtask);
    harness.setup(new WriterResultTypeInfo.StreamSerializer());
    if (state != null) {
      harness.setRestoredCheckpointId(checkpointId);
      harness.initializeState(state);
    }
    harness.open();
    return this;
  }

  void send(RowData row) throws Exception {
    harness.processElement(new StreamRecord<>(row));
  }

  /** The result that the barrier of a checkpoint brings. */
  WriterResult barrier(long checkpointId) throws Exception {
    harness.prepareSnapshotPreBarrier(checkpointId);
    return last();
  }

  List<WriterResult> results() {
    return harness.extractOutputValues();
  }

  WriterResult last() {
    List<WriterResult> all = results();
    return all.get(all.size() - 1);
  }

  /** Commits a result as the first change of the table: nothing else is live. */
  void commitFirst(WriterResult result) {
    TableCommit commit = store.latest().newCommit();
    Map<String, RoaringBitmap> positions = new HashMap<>();
    for (DataFile file : result.files()) {
      RoaringBitmap deleted = result.deletes().get(FileIds.of(file.path()));
      if (deleted != null) {
        positions.put(file.path(), deleted);
      }
    }
    Map<String, DeletionVector> vectors = store.vectors().write(positions);
    result.files().forEach(file -> commit.add(file, vectors.get(file.path())));
    commit.commit();
  }

  @Override
  public void close() throws Exception {
    if (harness != null) {
      harness.close();
    }
  }
}
