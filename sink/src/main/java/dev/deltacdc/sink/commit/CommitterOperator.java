/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.sink.DeltaSinkOptions.ExistingRows;
import dev.deltacdc.sink.table.DataFile;
import dev.deltacdc.sink.table.TableException;
import dev.deltacdc.sink.table.TableSnapshot;
import dev.deltacdc.sink.table.TableStore;
import dev.deltacdc.sink.write.StaleIndex;
import dev.deltacdc.sink.write.WriterResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import javax.annotation.Nullable;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Collects the results of all writers and, when a checkpoint is complete, commits those of its
 * epoch and of all earlier ones that are still there: a checkpoint may be aborted after some
 * writers prepared it.
 *
 * <p>Runs once per table, with parallelism and maximal parallelism 1. Not a Sink V2 committer: that
 * has no state, isn't told the checkpoint, and drops what is not signalled.
 *
 * <p>Identity of a commit: the flow's name and a random id of this run, with the checkpoint's id as
 * version. The id is in the state with the results, so that a restored run finds out which of them
 * are in the log already. (A constant id would skip commits after a restore from an older
 * savepoint, since checkpoint ids repeat; the job's id would commit twice after a restore.)
 */
public final class CommitterOperator extends AbstractStreamOperator<Void>
    implements OneInputStreamOperator<WriterResult, Void>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private static final long DAY_MILLIS = 86_400_000;

  /**
   * How long the log goes unread. Commits that succeed need not read it; but a table without
   * changes must not fall behind what clean-up leaves of the log, changes by others are to be
   * noticed there too, and checkpoints of the log that others make shorten what is kept of it in
   * memory.
   */
  private static final long LOOK_MILLIS = 3_600_000;

  private final CommitterSettings settings;

  private transient ListState<byte[]> stateStore;
  private transient ListState<byte[]> pendingStore;
  private transient @Nullable CommitterState restored;
  private transient List<PendingResult> recovered;
  private transient long restoredCheckpoint;

  private transient String writerId;
  private transient PendingResults pending;
  private transient TableCommitter committer;
  private transient LogUpkeep upkeep;
  private transient IndexVersionCheck indexVersions;
  private transient long commits;
  private transient long rowsAdded;
  private transient long rowsDeleted;
  private transient boolean inputEnded;
  private transient long lastLook;
  private transient long lastNotified;
  private transient long watermark;
  private transient TreeMap<Long, Long> watermarks;
  private transient long retainedFrom;

  public CommitterOperator(CommitterSettings settings) {
    this.settings = settings;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    stateStore = context.getOperatorStateStore().getListState(bytes("committer"));
    pendingStore = context.getOperatorStateStore().getListState(bytes("pending-results"));
    restoredCheckpoint = context.getRestoredCheckpointId().orElse(0);
    for (byte[] state : stateStore.get()) {
      restored = CommitterStateSerializer.readState(state);
    }
    recovered = new ArrayList<>();
    for (byte[] result : pendingStore.get()) {
      recovered.add(CommitterStateSerializer.readPending(result));
    }
  }

  private static ListStateDescriptor<byte[]> bytes(String name) {
    return new ListStateDescriptor<>(name, BytePrimitiveArraySerializer.INSTANCE);
  }

  @Override
  public void open() throws Exception {
    super.open();
    TableStore store = TableStore.open(settings.table().path(), settings.hadoop());
    CommitterMetrics metrics = new CommitterMetrics(getMetricGroup(), settings.name());
    upkeep = new LogUpkeep(settings.name(), metrics);
    writerId = UUID.randomUUID().toString();
    watermark = Long.MIN_VALUE;
    watermarks = new TreeMap<>();
    retainedFrom = Long.MIN_VALUE;
    lastNotified = restoredCheckpoint;
    lastLook = getProcessingTimeService().getCurrentProcessingTime();
    pending = new PendingResults(settings.name(), restored != null && restored.ended());
    long validIndexVersion = startOrRestore(store, metrics);
    committer.own(settings.appId(writerId));
    indexVersions = new IndexVersionCheck(settings, store, committer, validIndexVersion);
    restored = null;
    recovered = List.of();
    metrics.gauge("pendingResults", () -> pending.size());
    metrics.gauge("liveFiles", () -> committer.liveFiles());
    metrics.gauge("lastVersion", () -> committer.version());
    publishAccumulators();
  }

  private long startOrRestore(TableStore store, CommitterMetrics metrics) throws Exception {
    try {
      return restored == null ? start(store, metrics) : restore(store, metrics, restored);
    } catch (TableException e) {
      throw e.stopping();
    }
  }

  private long start(TableStore store, CommitterMetrics metrics) {
    TableSnapshot table = store.latest();
    String refreshId = settings.refresh() ? settings.appId(writerId) : null;
    committer = new TableCommitter(settings, store, table, refreshId, metrics, upkeep);
    if (!settings.upsert()
        && !settings.refresh()
        && settings.options().existingRows() == ExistingRows.FAIL
        && committer.rows() > 0) {
      throw CommitErrors.existingRows(store.path(), settings.name());
    }
    return -1;
  }

  /** Returns the version of the restored index when it still fits the table, else -1. */
  private long restore(TableStore store, CommitterMetrics metrics, CommitterState state)
      throws Exception {
    RestoreCheck.Outcome outcome = check(store, state);
    if (settings.refresh() && !outcome.refreshing()) {
      // When the job was submitted, the table was left without what the definition adds to it.
      store.createOrCheck(settings.table(), settings.upsert());
      outcome = check(store, state);
    }
    String refreshId = outcome.refreshing() ? settings.appId(state.writerId()) : null;
    commits = state.commits();
    rowsAdded = state.rowsAdded();
    rowsDeleted = state.rowsDeleted();
    committer = new TableCommitter(settings, store, outcome.table(), refreshId, metrics, upkeep);
    commitRecovered(store, outcome.committed(), state.writerId());
    if (outcome.verdict() == RestoreCheck.Verdict.CONTINUE) {
      return state.indexVersion();
    }
    if (!StaleIndex.isMarked(
        outcome.table(), settings.name(), state.indexVersion(), restoredCheckpoint)) {
      committer.record(StaleIndex.appId(settings.name(), state.indexVersion()), restoredCheckpoint);
      throw new StaleIndexException(
          "The table of '"
              + settings.name()
              + "' moved on after checkpoint "
              + restoredCheckpoint
              + ": "
              + outcome.why()
              + ". Its row index has been marked for rebuilding, which the next start of this job"
              + " from that checkpoint does; when the job doesn't restart by itself, start it"
              + " again.");
    }
    LOG.info(
        "The table of {} moved on after checkpoint {}: {}. The row index is built anew.",
        settings.name(),
        restoredCheckpoint,
        outcome.why());
    return -1;
  }

  private RestoreCheck.Outcome check(TableStore store, CommitterState state) {
    return new RestoreCheck(settings, store, state, restoredCheckpoint).run(recovered);
  }

  /**
   * Results of the restored checkpoint that the log lacks, under the identity they were made; and
   * the removal of what was to be replaced, also without results.
   */
  private void commitRecovered(TableStore store, long committed, String writers) throws Exception {
    TreeMap<String, List<WriterResult>> byWriter = new TreeMap<>();
    if (committer.refreshing()) {
      byWriter.put(writers, new ArrayList<>());
    }
    for (PendingResult result : recovered) {
      byWriter.computeIfAbsent(result.writerId(), id -> new ArrayList<>()).add(result.result());
    }
    for (var entry : byWriter.entrySet()) {
      List<WriterResult> missing =
          entry.getValue().stream().filter(result -> result.epoch() > committed).toList();
      requireFiles(store, missing);
      committer.commit(settings.appId(entry.getKey()), restoredCheckpoint, missing);
      count(entry.getValue());
    }
  }

  /** VACUUM removes files that no commit names, when they are a week old. */
  private void requireFiles(TableStore store, List<WriterResult> results) {
    for (WriterResult result : results) {
      for (DataFile file : result.files()) {
        if (!store.has(file)) {
          throw CommitErrors.pendingFileGone(
              store.path(), settings.name(), restoredCheckpoint, result.epoch(), file.path());
        }
      }
    }
  }

  private void count(List<WriterResult> results) {
    boolean changed = false;
    for (WriterResult result : results) {
      rowsAdded += result.rowsWritten();
      rowsDeleted += result.rowsDeleted();
      changed |= !result.isEmpty();
    }
    commits += changed ? 1 : 0;
  }

  @Override
  public void processElement(StreamRecord<WriterResult> element) {
    WriterResult result = element.getValue();
    indexVersions.require(result);
    pending.add(result);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (mark.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
      watermark = mark.getTimestamp();
    }
    super.processWatermark(mark);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    pending.requireComplete(context.getCheckpointId());
    watermarks.put(context.getCheckpointId(), watermark);
    CommitterState state =
        new CommitterState(
            writerId,
            committer.tableId(),
            committer.version(),
            indexVersions.accepted(),
            pending.allEnded(),
            committer.refreshing(),
            commits,
            rowsAdded,
            rowsDeleted);
    stateStore.update(List.of(CommitterStateSerializer.write(state)));
    List<byte[]> results = new ArrayList<>();
    for (WriterResult result : pending.all()) {
      results.add(CommitterStateSerializer.write(new PendingResult(writerId, result)));
    }
    pendingStore.update(results);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    if (checkpointId <= lastNotified) {
      return;
    }
    lastNotified = checkpointId;
    settings.listener().completed(settings.name(), checkpointId);
    commit(checkpointId, pending.takeUpTo(checkpointId));
    removeOldPartitions(checkpointId);
    lookAgain();
    publishAccumulators();
  }

  private void commit(long checkpointId, List<WriterResult> results) throws Exception {
    committer.commit(settings.appId(writerId), checkpointId, results);
    count(results);
  }

  /**
   * By the watermark at the checkpoint: no later epoch changes a day that was out of reach then.
   */
  private void removeOldPartitions(long checkpointId) throws Exception {
    Long mark = watermarks.get(checkpointId);
    watermarks.headMap(checkpointId, true).clear();
    if (settings.retainColumn() == null || mark == null || mark == Long.MIN_VALUE) {
      return;
    }
    long firstDay = Math.floorDiv(mark, DAY_MILLIS) - settings.retainDays();
    if (firstDay > retainedFrom) {
      committer.removeBefore(settings.maintenanceAppId(writerId), checkpointId, (int) firstDay);
      retainedFrom = firstDay;
    }
  }

  private void lookAgain() {
    long now = getProcessingTimeService().getCurrentProcessingTime();
    if (now - lastLook >= LOOK_MILLIS) {
      committer.lookAgain();
      lastLook = now;
    }
  }

  @Override
  public void endInput() {
    inputEnded = true;
  }

  /** Without checkpoints a bounded job commits here, once, at its end. */
  @Override
  public void finish() throws Exception {
    if (!CheckpointingOptions.isCheckpointingEnabled(getContainingTask().getJobConfiguration())) {
      List<WriterResult> results = pending.takeAll();
      long last = results.stream().mapToLong(WriterResult::epoch).max().orElse(1);
      commit(last, results);
      publishAccumulators();
    }
    super.finish();
  }

  private void publishAccumulators() {
    if (inputEnded) {
      committer.recount();
    }
    accumulator("version", committer.version());
    accumulator("rows", committer.rows());
    accumulator("rowsAdded", rowsAdded);
    accumulator("rowsDeleted", rowsDeleted);
    accumulator("commits", commits);
  }

  private void accumulator(String what, long value) {
    LongCounter counter =
        getRuntimeContext().getLongCounter("deltacdc-sink/" + settings.name() + "/" + what);
    counter.resetLocal();
    counter.add(value);
  }

  @Override
  public void close() throws Exception {
    try {
      if (upkeep != null) {
        upkeep.close();
      }
    } finally {
      super.close();
    }
  }
}
