/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.Committed;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.PartitionValues;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.write.WriterResult;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes changes as commits of the table. A commit builds on the version that the last one made;
 * anybody else's commit takes the next version, so ours fails, race or not, and only then the log
 * is read, by {@link FollowedTable}.
 *
 * <p>Any failure means that the outcome is unknown: the next try starts from the log, and looks for
 * the transaction first. The same actions are never submitted twice.
 */
final class TableCommitter {

  private static final Logger LOG = LoggerFactory.getLogger(TableCommitter.class);

  private final CommitterSettings settings;
  private final TableStore store;
  private final FollowedTable table;
  private final CommitterMetrics metrics;
  private final LogUpkeep upkeep;
  private final VectorCache vectors;

  TableCommitter(
      CommitterSettings settings,
      TableStore store,
      FollowedTable table,
      CommitterMetrics metrics,
      LogUpkeep upkeep) {
    this.settings = settings;
    this.store = store;
    this.table = table;
    this.metrics = metrics;
    this.upkeep = upkeep;
    this.vectors = new VectorCache(store.vectors(), settings.options().vectorCache().getBytes());
  }

  /**
   * Commits the results of epochs up to a checkpoint, unless the log says that it is done. Empty
   * results make no commit, unless there is something to replace.
   */
  void commit(String appId, long checkpointId, List<WriterResult> results) throws Exception {
    long start = System.nanoTime();
    table.own(appId);
    retrying(
        attempt -> {
          if (upkeep.takeCheckpointed()) {
            table.doubt();
          }
          // After a failed try also when the log has nothing new: it may have come after the
          // commit.
          boolean lookForIt = table.doubted() && (table.follow() || attempt > 1);
          long done = lookForIt ? table.transaction(appId) : -1;
          if (done < checkpointId) {
            commitMissing(appId, checkpointId, results, done, start);
          } else {
            found(table.lastOwn(), checkpointId, results);
          }
        });
  }

  private void commitMissing(
      String appId, long checkpointId, List<WriterResult> results, long done, long start) {
    List<WriterResult> missing = results.stream().filter(result -> result.epoch() > done).toList();
    MergedResults change = MergedResults.of(missing);
    CommitPlan plan = plan(change);
    if (publish(appId, checkpointId, plan)) {
      table.appended(change.rowsWritten());
      report(checkpointId, missing, plan, change, start);
    }
  }

  private CommitPlan plan(MergedResults change) {
    if (!table.refreshing()) {
      return CommitPlan.of(change, table.live(), vectors);
    }
    // Rows to delete are in new files only: the index began empty.
    CommitPlan plan = CommitPlan.of(change, null, vectors);
    table.forEachLiveFile(plan::remove);
    return plan;
  }

  /** Returns whether there was anything to publish. */
  private boolean publish(String appId, long txn, CommitPlan plan) {
    TableCommit commit = table.newCommit().transaction(appId, txn);
    if (table.refreshing()) {
      commit.replaceTable(settings.table(), settings.upsert());
    }
    plan.enter(commit, store.vectors());
    boolean changes = !commit.isEmpty();
    if (changes) {
      submit(commit);
    }
    if (table.refreshing()) {
      table.refreshed();
    }
    if (table.live() != null) {
      plan.apply(table.live(), vectors);
    }
    return changes;
  }

  private void submit(TableCommit commit) {
    table.doubt(); // until we know better
    Committed committed = commit.commit();
    settings.listener().published(settings.name(), committed.snapshot().version());
    table.advance(committed.snapshot());
    upkeep.submit(committed.hooks());
  }

  private void report(
      long checkpointId,
      List<WriterResult> results,
      CommitPlan plan,
      MergedResults change,
      long start) {
    long millis = (System.nanoTime() - start) / 1_000_000;
    metrics.committed(plan.files(), change.rowsWritten(), change.rowsDeleted(), millis);
    LOG.info(
        "Committed version {} of {}: checkpoint {}, {} files added, {} removed, {} rows, {} deletes,"
            + " {} ms",
        table.version(),
        settings.name(),
        checkpointId,
        plan.files(),
        plan.filesRemoved(),
        change.rowsWritten(),
        change.rowsDeleted(),
        millis);
    settings
        .listener()
        .committed(
            settings.name(),
            CommitReports.written(
                table.version(),
                checkpointId,
                results,
                change,
                plan.files(),
                plan.filesRemoved(),
                millis));
  }

  /** Reports a commit that is in the log although nobody may have been told of it. */
  void found(long version, long checkpointId, List<WriterResult> results) {
    MergedResults change = MergedResults.of(results);
    if (!change.isEmpty()) {
      settings
          .listener()
          .committed(
              settings.name(), CommitReports.recovered(version, checkpointId, results, change));
    }
  }

  /** Removes the files of all partitions of days before {@code day}, by a commit of its own. */
  void removeBefore(String appId, long checkpointId, int day) throws Exception {
    table.own(appId);
    retrying(
        attempt -> {
          followIfDoubted();
          List<LiveFile> old = new ArrayList<>();
          table.forEachLiveFile(file -> addIfBefore(day, file, old));
          if (!old.isEmpty()) {
            TableCommit commit = table.newCommit().maintenance().transaction(appId, checkpointId);
            old.forEach(commit::remove);
            submit(commit);
            old.forEach(table::removed);
            settings
                .listener()
                .committed(
                    settings.name(), CommitReports.retention(table.version(), checkpointId, old));
            LOG.info(
                "Committed version {} of {}: removed {} files of days before {}",
                table.version(),
                settings.name(),
                old.size(),
                LocalDate.ofEpochDay(day));
          }
        });
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
    table.own(appId);
    retrying(
        attempt -> {
          followIfDoubted();
          if (table.transaction(appId) < version) {
            submit(table.newCommit().maintenance().transaction(appId, version));
          }
        });
  }

  private void followIfDoubted() {
    if (table.doubted()) {
      table.follow();
    }
  }

  /**
   * Looks at the log although nothing is to be committed. A failure that a later look may cure is
   * left to it.
   */
  void lookAgain() {
    table.doubt();
    try {
      table.follow();
    } catch (SuppressRestartsException e) {
      throw e;
    } catch (RuntimeException e) {
      if (e instanceof TableException failure && failure.permanent()) {
        throw failure.stopping();
      }
      LOG.warn("Could not look at the log of {}; the next commit does.", store.path(), e);
    }
  }

  /** One try; the first is number 1. */
  private interface Try {
    void run(int attempt);
  }

  private void retrying(Try what) throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        what.run(attempt);
        return;
      } catch (RuntimeException e) {
        retryLater(e, attempt);
      }
    }
  }

  private void retryLater(RuntimeException failure, int attempt) throws InterruptedException {
    if (failure instanceof SuppressRestartsException) {
      throw failure;
    }
    if (failure instanceof TableException known && known.permanent()) {
      throw known.stopping();
    }
    metrics.commitFailures.inc();
    table.doubt();
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
}
