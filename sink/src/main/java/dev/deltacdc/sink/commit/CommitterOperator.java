/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.HadoopRelease;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableStore;
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
  private transient FollowedTable table;
  private transient TableCommitter committer;
  private transient LogUpkeep upkeep;
  private transient IndexVersionCheck indexVersions;
  private transient CommitTotals totals;
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
    HadoopRelease.register(getRuntimeContext());
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
    CommitterStart.Started started = start(store, metrics);
    table = started.table();
    committer = started.committer();
    totals = started.totals();
    table.own(settings.appId(writerId));
    indexVersions = new IndexVersionCheck(settings, store, table, started.indexVersion());
    restored = null;
    recovered = List.of();
    metrics.gauge("pendingResults", () -> pending.size());
    metrics.gauge("liveFiles", () -> table.liveFiles());
    metrics.gauge("lastVersion", () -> table.version());
    publishAccumulators();
  }

  private CommitterStart.Started start(TableStore store, CommitterMetrics metrics)
      throws Exception {
    CommitterStart start =
        new CommitterStart(
            settings,
            store,
            metrics,
            upkeep,
            getRuntimeContext().getGlobalJobParameters().get(CommitTotals.RUN));
    try {
      return restored == null
          ? start.first(writerId)
          : start.from(restoredCheckpoint, restored, recovered);
    } catch (TableException e) {
      throw e.stopping();
    }
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
            table.tableId(),
            table.version(),
            indexVersions.accepted(),
            pending.allEnded(),
            table.refreshing(),
            totals.commits(),
            totals.rowsAdded(),
            totals.rowsDeleted(),
            totals.run());
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
    totals.count(results);
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
      table.recount();
    }
    accumulator("version", table.version());
    accumulator("rows", table.rows());
    accumulator("rowsAdded", totals.rowsAdded());
    accumulator("rowsDeleted", totals.rowsDeleted());
    accumulator("commits", totals.commits());
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
