/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.FileIds;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.DeltaSinkOptions;
import dev.deltacdc.sink.TestEvent;
import dev.deltacdc.sink.TestJob;
import dev.deltacdc.sink.write.WriterResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.FileUtils;
import org.roaringbitmap.RoaringBitmap;

/** A committer on a harness, its table, and a stand-in for the writers. */
final class CommitterHarness implements AutoCloseable {

  static final String FLOW = "flow";

  final DeltaTable table;
  final TableStore store;
  final boolean upsert;
  CommitListener listener = CommitListener.none();
  DeltaSinkOptions options = TestJob.smallBuffers();
  @Nullable String retainColumn;
  int retainDays;
  boolean refresh;
  OneInputStreamOperatorTestHarness<WriterResult, Void> harness;

  /** Id of the table that results state. */
  String tableId;

  /** Index version that results state; an append sink's are -1. */
  long indexVersion;

  long rowsUpdated;

  CommitterHarness(Path directory, boolean upsert) {
    this(DeltaTable.of(directory.resolve("table").toString(), TestEvent.TYPE), upsert);
  }

  CommitterHarness(DeltaTable table, boolean upsert) {
    this(table, upsert, TableStore.open(table.path(), Map.of()).createOrCheck(table, upsert));
  }

  private CommitterHarness(DeltaTable table, boolean upsert, TableSnapshot there) {
    this.table = table;
    this.store = TableStore.open(table.path(), Map.of());
    this.upsert = upsert;
    tableId = there.tableId();
    indexVersion = upsert ? 0 : -1;
  }

  /** On a table that is as it is, whatever the definition says. */
  static CommitterHarness existing(DeltaTable table, boolean upsert) {
    return new CommitterHarness(table, upsert, TableStore.open(table.path(), Map.of()).latest());
  }

  CommitterHarness open() throws Exception {
    return open(null, 0);
  }

  /** Starts a new run from a snapshot; the old one is gone as after a crash. */
  CommitterHarness open(@Nullable OperatorSubtaskState state, long checkpointId) throws Exception {
    CommitterSettings settings =
        new CommitterSettings(
            table, FLOW, upsert, refresh, options, Map.of(), retainColumn, retainDays, listener);
    harness = new OneInputStreamOperatorTestHarness<>(new CommitterOperator(settings), 1, 1, 0);
    // With checkpoints: without them the committer commits when the harness is closed.
    harness
        .getEnvironment()
        .getJobConfiguration()
        .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
    harness.setup();
    if (state != null) {
      harness.setRestoredCheckpointId(checkpointId);
      harness.initializeState(state);
    }
    harness.setProcessingTime(0);
    harness.open();
    return this;
  }

  OperatorSubtaskState snapshot(long checkpointId) throws Exception {
    return harness.snapshot(checkpointId, checkpointId);
  }

  void complete(long checkpointId) throws Exception {
    harness.notifyOfCompletedCheckpoint(checkpointId);
  }

  void send(WriterResult result) throws Exception {
    harness.processElement(result, 0);
  }

  /** Rows with ids {@code ids}, amount 0, written as one data file. */
  DataFile file(int... ids) {
    List<RowData> rows =
        Arrays.stream(ids).mapToObj(id -> TestEvent.insert(id, "p", 0).row()).toList();
    List<DataFile> files =
        new ArrayList<>(
            store
                .latest()
                .dataFileWriter(TestEvent.TYPE, 1 << 30)
                .write(Map.of(), rows.iterator()));
    return files.get(0);
  }

  WriterResult result(long epoch, DataFile... files) {
    return result(epoch, 0, 1, false, new TreeMap<>(), files);
  }

  WriterResult result(
      long epoch,
      int subtask,
      int parallelism,
      boolean last,
      SortedMap<Long, RoaringBitmap> deletes,
      DataFile... files) {
    long rows = Arrays.stream(files).mapToLong(DataFile::numRecords).sum();
    return new WriterResult(
        epoch,
        subtask,
        parallelism,
        last,
        tableId,
        indexVersion,
        List.of(files),
        deletes,
        rows,
        rowsUpdated,
        0);
  }

  static SortedMap<Long, RoaringBitmap> deletes(DataFile file, int... positions) {
    SortedMap<Long, RoaringBitmap> deletes = new TreeMap<>();
    deletes.put(FileIds.of(file.path()), RoaringBitmap.bitmapOf(positions));
    return deletes;
  }

  /** One epoch from send to commit; returns the state of its checkpoint. */
  OperatorSubtaskState commit(long checkpointId, DataFile... files) throws Exception {
    return commit(checkpointId, new TreeMap<>(), files);
  }

  OperatorSubtaskState commit(
      long checkpointId, SortedMap<Long, RoaringBitmap> deletes, DataFile... files)
      throws Exception {
    OperatorSubtaskState state = prepare(checkpointId, deletes, files);
    complete(checkpointId);
    return state;
  }

  /** One epoch from send to checkpoint, which is not complete yet; returns its state. */
  OperatorSubtaskState prepare(
      long checkpointId, SortedMap<Long, RoaringBitmap> deletes, DataFile... files)
      throws Exception {
    send(result(checkpointId, 0, 1, false, deletes, files));
    return snapshot(checkpointId);
  }

  OperatorSubtaskState prepare(long checkpointId, DataFile... files) throws Exception {
    return prepare(checkpointId, new TreeMap<>(), files);
  }

  long version() {
    return store.latest().version();
  }

  List<Integer> ids() throws Exception {
    return ids(store.latest());
  }

  static List<Integer> ids(TableSnapshot snapshot) throws Exception {
    return TestJob.rows(snapshot).stream()
        .map(row -> Integer.valueOf(row.substring(0, row.indexOf('/'))))
        .toList();
  }

  /** A commit that another engine makes: raw actions in the log. */
  void foreignCommit(String operation, String... actions) throws IOException {
    foreignCommit(operation, "", actions);
  }

  /** What Spark's RESTORE writes. */
  void restoreTo(long version, String... actions) throws IOException {
    foreignCommit("RESTORE", "\"version\":" + version + ",\"timestamp\":null", actions);
  }

  private void foreignCommit(String operation, String parameters, String[] actions)
      throws IOException {
    long version = version() + 1;
    Path log = Path.of(table.path(), "_delta_log", String.format("%020d.json", version));
    List<String> lines = new ArrayList<>();
    lines.add(
        "{\"commitInfo\":{\"timestamp\":1700000000000,\"inCommitTimestamp\":1700000000000,"
            + "\"operation\":\""
            + operation
            + "\",\"operationParameters\":{"
            + parameters
            + "},\"engineInfo\":\"Other-Engine/1\"}}");
    lines.addAll(List.of(actions));
    Files.write(log, lines, StandardCharsets.UTF_8);
  }

  static String add(DataFile file, boolean dataChange) {
    return "{\"add\":{\"path\":\""
        + file.path()
        + "\",\"partitionValues\":{},\"size\":"
        + file.size()
        + ",\"modificationTime\":1,\"dataChange\":"
        + dataChange
        + ",\"stats\":"
        + quoted(file.stats())
        + "}}";
  }

  static String remove(DataFile file, boolean dataChange) {
    return "{\"remove\":{\"path\":\""
        + file.path()
        + "\",\"deletionTimestamp\":1,\"dataChange\":"
        + dataChange
        + "}}";
  }

  private static String quoted(@Nullable String text) {
    return text == null ? "null" : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** Drops the table and creates another one of the same columns, which gets some commits. */
  void recreate(int commits) throws IOException {
    FileUtils.deleteDirectory(Path.of(table.path()).toFile());
    store.createOrCheck(table, upsert);
    for (int id = 1000; id < 1000 + commits; id++) {
      foreignCommit("WRITE", add(file(id), true));
    }
  }

  /** The names in the log, without checksums, which appear in their own time. */
  List<String> log() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(table.path(), "_delta_log"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  @Override
  public void close() throws Exception {
    if (harness != null) {
      harness.close();
    }
  }
}
