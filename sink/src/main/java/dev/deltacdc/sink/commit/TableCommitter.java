/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.sink.table.Committed;
import dev.deltacdc.sink.table.LiveFile;
import dev.deltacdc.sink.table.PartitionValues;
import dev.deltacdc.sink.table.TableChange;
import dev.deltacdc.sink.table.TableCommit;
import dev.deltacdc.sink.table.TableException;
import dev.deltacdc.sink.table.TableSnapshot;
import dev.deltacdc.sink.table.TableStore;
import dev.deltacdc.sink.write.WriterResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes changes as commits of the table. A commit builds on the version that the last one made,
 * so that nothing is loaded; anybody else's commit takes the next version, so ours fails, race or
 * not, and only then the log is read and each foreign commit judged.
 *
 * <p>Any failure means that the outcome is unknown: the next try starts from the log, and looks for
 * the transaction first. The same actions are never submitted twice.
 */
final class TableCommitter {

  private static final Logger LOG = LoggerFactory.getLogger(TableCommitter.class);

  private final CommitterSettings settings;
  private final TableStore store;
  private final CommitterMetrics metrics;
  private final LogUpkeep upkeep;
  private final VectorCache vectors;
  private final Set<String> ownIds = new HashSet<>();
  private TableSnapshot base;
  private @Nullable LiveFiles live;
  private long appendedRows;
  private boolean recount;
  private boolean reload;

  /** The transaction id whose first commit replaces all that the table has; null after it. */
  private @Nullable String refreshId;

  /**
   * @param base a version whose history was judged already
   * @param refreshId transaction id whose first commit replaces all that the table has and what it
   *     is, or null when nothing is to be replaced
   */
  TableCommitter(
      CommitterSettings settings,
      TableStore store,
      TableSnapshot base,
      @Nullable String refreshId,
      CommitterMetrics metrics,
      LogUpkeep upkeep) {
    this.settings = settings;
    this.store = store;
    this.metrics = metrics;
    this.upkeep = upkeep;
    this.vectors = new VectorCache(store.vectors(), settings.options().vectorCache().getBytes());
    this.base = base;
    this.refreshId = refreshId;
    requireFits();
    loadFiles();
  }

  /** The version on which the next commit builds. */
  long version() {
    return base.version();
  }

  String tableId() {
    return base.tableId();
  }

  /**
   * Live rows of that version. For an append table to which others write too, only what this job
   * knows: see {@link #recount}.
   */
  long rows() {
    return live == null ? appendedRows : live.rows();
  }

  /**
   * Counts the rows of an append table again when others have written to it. To be asked once: it
   * takes the longer the larger the table is.
   */
  void recount() {
    if (recount) {
      appendedRows = base.numRows();
      recount = false;
    }
  }

  int liveFiles() {
    return live == null ? 0 : live.size();
  }

  /** Whether the commit that replaces everything has still to be made. */
  boolean refreshing() {
    return refreshId != null;
  }

  /** Accepts commits with this transaction id as this job's own. */
  void own(String appId) {
    ownIds.add(appId);
  }

  /** Since a job was submitted, its table may have got features that the sink doesn't write. */
  private void requireFits() {
    if (refreshId != null) {
      base.requireReplaceable(settings.table(), settings.upsert());
      return;
    }
    base.requireFits(settings.table(), settings.upsert());
    if (settings.retainColumn() != null) {
      base.requireRemovable();
    }
  }

  private void loadFiles() {
    if (settings.upsert()) {
      live = LiveFiles.of(base);
    } else {
      appendedRows = base.numRows();
    }
  }

  /**
   * Commits the results of epochs up to a checkpoint, unless the log says that it is done.
   *
   * @return what was committed by this call; empty results make no commit, unless there is
   *     something to replace
   */
  MergedResults commit(String appId, long checkpointId, List<WriterResult> results)
      throws Exception {
    long start = System.nanoTime();
    own(appId);
    List<WriterResult> missing = results;
    for (int attempt = 1; ; attempt++) {
      try {
        if (upkeep.takeCheckpointed()) {
          reload = true;
        }
        // After a failed try also when the log has nothing new: it may have come after the commit.
        if (reload && (reload() || attempt > 1)) {
          long done = base.transactionVersion(appId).orElse(-1);
          missing = missing.stream().filter(result -> result.epoch() > done).toList();
          if (done >= checkpointId) {
            return MergedResults.of(List.of());
          }
        }
        MergedResults change = MergedResults.of(missing);
        CommitPlan plan = plan(change);
        if (publish(appId, checkpointId, plan)) {
          appendedRows += change.rowsWritten();
          report(checkpointId, plan, change, start);
        }
        return change;
      } catch (RuntimeException e) {
        retryLater(e, attempt);
      }
    }
  }

  private CommitPlan plan(MergedResults change) {
    if (!refreshing()) {
      return CommitPlan.of(change, live, vectors);
    }
    // Rows to delete are in new files only: the index began empty.
    CommitPlan plan = CommitPlan.of(change, null, vectors);
    if (live != null) {
      live.all().forEach(plan::remove);
    } else {
      base.forEachLiveFile(plan::remove);
    }
    return plan;
  }

  /** Returns whether there was anything to publish. */
  private boolean publish(String appId, long txn, CommitPlan plan) {
    TableCommit commit = base.newCommit().transaction(appId, txn);
    if (refreshing()) {
      commit.replaceTable(settings.table(), settings.upsert());
    }
    plan.enter(commit, store.vectors());
    boolean changes = !commit.isEmpty();
    if (changes) {
      submit(commit);
    }
    if (refreshing()) {
      appendedRows = 0;
      recount = false;
      refreshId = null;
    }
    if (live != null) {
      plan.apply(live, vectors);
    }
    return changes;
  }

  private void submit(TableCommit commit) {
    reload = true; // until we know better
    Committed committed = commit.commit();
    settings.listener().published(settings.name(), committed.snapshot().version());
    base = committed.snapshot();
    reload = false;
    upkeep.submit(committed.hooks());
  }

  private void retryLater(RuntimeException failure, int attempt) throws InterruptedException {
    if (failure instanceof SuppressRestartsException) {
      throw failure;
    }
    if (failure instanceof TableException table && table.permanent()) {
      throw table.stopping();
    }
    metrics.commitFailures.inc();
    reload = true;
    if (attempt >= settings.options().commitAttempts()) {
      throw failure;
    }
    long longest = settings.options().commitMaxBackOff().toMillis();
    long pause =
        Math.min(
            longest, settings.options().commitBackOff().toMillis() << Math.min(attempt - 1, 20));
    LOG.info(
        "Try {} of a commit to {} failed; the next one starts from the log in {} ms: {}",
        attempt,
        store.path(),
        pause,
        failure.toString());
    Thread.sleep(pause);
  }

  /**
   * Reads what happened since our base, judges it, and builds on the newest version.
   *
   * @return whether there was a commit of ours that we didn't know
   */
  private boolean reload() {
    TableSnapshot newest = store.latest();
    newest.requireTable(base.tableId(), settings.name());
    boolean[] ours = {false};
    boolean[] others = {false};
    boolean[] redefined = {false};
    long version =
        store
            .history()
            .forEachSince(
                base.version(),
                change -> {
                  if (refreshId != null && change.transactions().containsKey(refreshId)) {
                    refreshId = null;
                  }
                  if (change.transactions().keySet().stream().anyMatch(ownIds::contains)) {
                    ours[0] = true;
                  } else {
                    others[0] |= judge(change);
                    redefined[0] |= change.metadataChange() || change.protocolChange();
                  }
                });
    base = newest.upTo(version);
    if (redefined[0]) {
      requireFits();
    }
    if (ours[0] || others[0]) {
      if (live == null) {
        recount = true;
      } else {
        loadFiles();
      }
    }
    reload = false;
    return ours[0];
  }

  /** Whether a foreign commit changed files; throws when it may not. */
  private boolean judge(TableChange change) {
    if (change.files().isEmpty()) {
      return false;
    }
    if (refreshing()) {
      throw CommitErrors.foreignChangeBeforeRefresh(store.path(), change);
    }
    if (settings.upsert()) {
      throw CommitErrors.foreignChange(store.path(), change);
    }
    return true;
  }

  /**
   * Looks at the log although nothing is to be committed. A failure that a later look may cure is
   * left to it.
   */
  void lookAgain() {
    reload = true;
    try {
      reload();
    } catch (SuppressRestartsException e) {
      throw e;
    } catch (RuntimeException e) {
      if (e instanceof TableException table && table.permanent()) {
        throw table.stopping();
      }
      LOG.warn("Could not look at the log of {}; the next commit does.", store.path(), e);
    }
  }

  private void report(long checkpointId, CommitPlan plan, MergedResults change, long start) {
    long millis = (System.nanoTime() - start) / 1_000_000;
    metrics.committed(plan.files(), change.rowsWritten(), change.rowsDeleted(), millis);
    LOG.info(
        "Committed version {} of {}: checkpoint {}, {} files added, {} removed, {} rows, {} deletes,"
            + " {} ms",
        base.version(),
        settings.name(),
        checkpointId,
        plan.files(),
        plan.filesRemoved(),
        change.rowsWritten(),
        change.rowsDeleted(),
        millis);
  }

  /**
   * Removes the files of all partitions of days before {@code day}, by a commit of its own.
   *
   * @return the number of files removed
   */
  int removeBefore(String appId, long checkpointId, int day) throws Exception {
    own(appId);
    for (int attempt = 1; ; attempt++) {
      try {
        if (reload) {
          reload();
        }
        List<LiveFile> old = new ArrayList<>();
        if (live != null) {
          live.all().forEach(file -> addIfBefore(day, file, old));
        } else {
          base.forEachLiveFile(file -> addIfBefore(day, file, old));
        }
        if (old.isEmpty()) {
          return 0;
        }
        TableCommit commit = base.newCommit().maintenance().transaction(appId, checkpointId);
        old.forEach(commit::remove);
        submit(commit);
        for (LiveFile file : old) {
          appendedRows -= file.liveRows();
          if (live != null) {
            live.remove(file);
          }
        }
        LOG.info(
            "Committed version {} of {}: removed {} files of days before {}",
            base.version(),
            settings.name(),
            old.size(),
            java.time.LocalDate.ofEpochDay(day));
        return old.size();
      } catch (RuntimeException e) {
        retryLater(e, attempt);
      }
    }
  }

  private void addIfBefore(int day, LiveFile file, List<LiveFile> old) {
    OptionalInt partition =
        PartitionValues.epochDay(file.file().partitionValues(), settings.retainColumn());
    if (partition.isPresent() && partition.getAsInt() < day) {
      old.add(file);
    }
  }

  /** Records a transaction without data. */
  void record(String appId, long version) throws Exception {
    own(appId);
    for (int attempt = 1; ; attempt++) {
      try {
        if (reload) {
          reload();
        }
        if (base.transactionVersion(appId).orElse(-1) >= version) {
          return;
        }
        submit(base.newCommit().maintenance().transaction(appId, version));
        return;
      } catch (RuntimeException e) {
        retryLater(e, attempt);
      }
    }
  }
}
