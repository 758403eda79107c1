/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.DeltaSinkOptions.ExistingRows;
import dev.deltacdc.sink.write.StaleIndex;
import dev.deltacdc.sink.write.WriterResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a committer comes to its table: at a first start, and from a checkpoint. */
final class CommitterStart {

  private static final Logger LOG = LoggerFactory.getLogger(CommitterStart.class);

  private final CommitterSettings settings;
  private final TableStore store;
  private final CommitterMetrics metrics;
  private final LogUpkeep upkeep;
  @Nullable private final String run;

  /**
   * A committer that is ready for results.
   *
   * @param indexVersion the version of the restored index when it still fits the table, else -1
   */
  record Started(
      FollowedTable table, TableCommitter committer, CommitTotals totals, long indexVersion) {}

  CommitterStart(
      CommitterSettings settings,
      TableStore store,
      CommitterMetrics metrics,
      LogUpkeep upkeep,
      @Nullable String run) {
    this.settings = settings;
    this.store = store;
    this.metrics = metrics;
    this.upkeep = upkeep;
    this.run = run;
  }

  Started first(String writerId) {
    FollowedTable table = follow(store.latest(), settings.refresh() ? writerId : null);
    if (!settings.upsert()
        && !settings.refresh()
        && settings.options().existingRows() == ExistingRows.FAIL
        && table.rows() > 0) {
      throw CommitErrors.existingRows(store.path(), settings.name());
    }
    return new Started(table, committer(table), new CommitTotals(run), -1);
  }

  /**
   * Goes on from a checkpoint, when the table allows it.
   *
   * @param recovered results that the checkpoint holds
   * @throws StaleIndexException when the writers' index has to be built anew, by the next start
   */
  Started from(long checkpoint, CommitterState state, List<PendingResult> recovered)
      throws Exception {
    RestoreCheck.Outcome outcome = check(checkpoint, state, recovered);
    if (settings.refresh() && !outcome.refreshing()) {
      // When the job was submitted, the table was left without what the definition adds to it.
      store.createOrCheck(settings.table(), settings.upsert());
      outcome = check(checkpoint, state, recovered);
    }
    FollowedTable table = follow(outcome.table(), outcome.refreshing() ? state.writerId() : null);
    Started started =
        new Started(
            table,
            committer(table),
            new CommitTotals(run, state),
            outcome.verdict() == RestoreCheck.Verdict.CONTINUE ? state.indexVersion() : -1);
    table.hasOwn(outcome.lastOwn());
    reportFound(started.committer(), state, recovered, outcome);
    commitRecovered(started, checkpoint, state, recovered, outcome.committed());
    if (outcome.verdict() == RestoreCheck.Verdict.REBUILD_INDEX) {
      requireRebuild(started.committer(), checkpoint, state, outcome);
    }
    return started;
  }

  private RestoreCheck.Outcome check(
      long checkpoint, CommitterState state, List<PendingResult> recovered) {
    return new RestoreCheck(settings, store, state, checkpoint).run(recovered);
  }

  private FollowedTable follow(TableSnapshot from, @Nullable String refreshingWriter) {
    String refreshId = refreshingWriter == null ? null : settings.appId(refreshingWriter);
    return new FollowedTable(settings, store, from, refreshId);
  }

  private TableCommitter committer(FollowedTable table) {
    return new TableCommitter(settings, store, table, metrics, upkeep);
  }

  /** The job may have died before it told anybody of the last commit. */
  private static void reportFound(
      TableCommitter committer,
      CommitterState state,
      List<PendingResult> recovered,
      RestoreCheck.Outcome outcome) {
    if (outcome.committedVersion() >= 0) {
      committer.found(
          outcome.committedVersion(),
          outcome.committed(),
          recovered.stream()
              .filter(result -> result.writerId().equals(state.writerId()))
              .map(PendingResult::result)
              .filter(result -> result.epoch() <= outcome.committed())
              .toList());
    }
  }

  /**
   * Results of the restored checkpoint that the log lacks, under the identity they were made; and
   * the removal of what was to be replaced, also without results.
   */
  private void commitRecovered(
      Started started,
      long checkpoint,
      CommitterState state,
      List<PendingResult> recovered,
      long committed)
      throws Exception {
    TreeMap<String, List<WriterResult>> byWriter = new TreeMap<>();
    if (started.table().refreshing()) {
      byWriter.put(state.writerId(), new ArrayList<>());
    }
    for (PendingResult result : recovered) {
      byWriter.computeIfAbsent(result.writerId(), id -> new ArrayList<>()).add(result.result());
    }
    for (var entry : byWriter.entrySet()) {
      List<WriterResult> missing =
          entry.getValue().stream().filter(result -> result.epoch() > committed).toList();
      requireFiles(checkpoint, missing);
      started.committer().commit(settings.appId(entry.getKey()), checkpoint, missing);
      // Of an earlier run only what it could not commit any more.
      started.totals().count(started.totals().isOf(state) ? entry.getValue() : missing);
    }
  }

  /** VACUUM removes files that no commit names, when they are a week old. */
  private void requireFiles(long checkpoint, List<WriterResult> results) {
    for (WriterResult result : results) {
      for (DataFile file : result.files()) {
        if (!store.has(file)) {
          throw CommitErrors.pendingFileGone(
              store.path(), settings.name(), checkpoint, result.epoch(), file.path());
        }
      }
    }
  }

  /** The writers open before the committer knows: the mark tells those of the next start. */
  private void requireRebuild(
      TableCommitter committer, long checkpoint, CommitterState state, RestoreCheck.Outcome outcome)
      throws Exception {
    if (!StaleIndex.isMarked(outcome.table(), settings.name(), state.indexVersion(), checkpoint)) {
      committer.record(StaleIndex.appId(settings.name(), state.indexVersion()), checkpoint);
      throw new StaleIndexException(
          "The table of '"
              + settings.name()
              + "' moved on after checkpoint "
              + checkpoint
              + ": "
              + outcome.why()
              + ". Its row index has been marked for rebuilding, which the next start of this job"
              + " from that checkpoint does; when the job doesn't restart by itself, start it"
              + " again.");
    }
    LOG.info(
        "The table of {} moved on after checkpoint {}: {}. The row index is built anew.",
        settings.name(),
        checkpoint,
        outcome.why());
  }
}
