/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.LogUnreadableException;
import dev.deltacdc.delta.TableChange;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.annotation.Nullable;

/**
 * Whether a restored state still fits the table. A table that was dropped and created again is
 * another one, at whatever version: the job stops. Restored from checkpoint <em>n</em>, the only
 * changes of files allowed after the version in the state are the commits of that state's run up to
 * <em>n</em>: epochs of its writers and removals of old partitions. Otherwise the table moved on.
 *
 * <p>An append table also allows what others add, delete or compact, and removals of old
 * partitions, once it has replaced what it was to replace: its state does not depend on it.
 *
 * <p>A RESTORE of the table to a version before the state's takes rows away that this state counts
 * as written, and that nothing would write again: the job stops.
 */
final class RestoreCheck {

  /** What follows for the writers' index. */
  enum Verdict {
    CONTINUE,
    REBUILD_INDEX
  }

  /**
   * @param table the version that was judged
   * @param committed the last epoch of the state's writers that is in the log, or -1
   * @param refreshing all that the table has is still to be replaced, by the writers' first commit
   * @param committedVersion version of that epoch's commit, or -1 when it isn't among those since
   *     the state
   * @param lastOwn version of the last commit that belongs to the state
   */
  record Outcome(
      Verdict verdict,
      TableSnapshot table,
      long committed,
      boolean refreshing,
      long committedVersion,
      long lastOwn,
      @Nullable String why) {}

  private final CommitterSettings settings;
  private final TableStore store;
  private final CommitterState state;
  private final long checkpoint;

  /** Why the table moved on, or null. */
  private @Nullable String why;

  /** Version of the last commit that belongs to the state. */
  private long lastOwn;

  private final Restores restores;

  /** The last epoch of the state's writers that was seen in the history, or -1. */
  private long lastEpoch = -1;

  /** The version that has it, or -1. */
  private long epochVersion = -1;

  RestoreCheck(
      CommitterSettings settings, TableStore store, CommitterState state, long checkpoint) {
    this.settings = settings;
    this.store = store;
    this.state = state;
    this.checkpoint = checkpoint;
    this.lastOwn = state.version();
    this.restores = new Restores(state.version());
  }

  Outcome run(List<PendingResult> pending) {
    // Before its history, which tells nothing when it is another table's.
    TableSnapshot newest = store.latest();
    newest.requireTable(state.tableId(), settings.name());
    try {
      newest = newest.upTo(store.history().forEachSince(state.version(), this::judge));
    } catch (LogUnreadableException e) {
      why = e.getMessage();
      if (newest.version() < state.version()) {
        throw CommitErrors.tableReplaced(
            store.path(), settings.name(), checkpoint, state.version(), newest.version());
      }
    }
    if (why == null) {
      return outcome(Verdict.CONTINUE, newest);
    }
    TableChange takingBack = restores.takingBack();
    // What was written on top of a table that was put back too far doesn't make it whole.
    boolean goneOnWith = takingBack != null && lastOwn > takingBack.version();
    // First this: on a table that was put back, pending results fit as they did before.
    if (!goneOnWith && sameAsLastOwn(newest)) {
      requireNothingTakenBack(pending, newest);
      return outcome(Verdict.CONTINUE, newest);
    }
    if (refreshing(newest)) {
      throw CommitErrors.movedOnBeforeRefresh(store.path(), settings.name(), checkpoint, why);
    }
    requireNothingPending(pending, newest);
    if (takingBack != null) {
      throw CommitErrors.restoredBefore(store.path(), settings.name(), lastOwn, takingBack);
    }
    if (!settings.upsert()) {
      throw CommitErrors.appendMovedOn(store.path(), settings.name(), checkpoint, why);
    }
    return outcome(Verdict.REBUILD_INDEX, newest);
  }

  private Outcome outcome(Verdict verdict, TableSnapshot newest) {
    return new Outcome(
        verdict, newest, committed(newest), refreshing(newest), epochVersion, lastOwn, why);
  }

  private boolean refreshing(TableSnapshot newest) {
    return state.refreshing() && committed(newest) < 0;
  }

  private void judge(TableChange change) {
    Long epoch = change.transactions().get(settings.appId(state.writerId()));
    Long removal = change.transactions().get(settings.maintenanceAppId(state.writerId()));
    if (epoch != null && epoch > lastEpoch) {
      lastEpoch = epoch;
      epochVersion = change.version();
    }
    if (isPast(epoch) || isPast(removal)) {
      lastOwn = change.version();
      return;
    }
    if (change.files().isEmpty()) {
      return;
    }
    if (change.isRestore()) {
      restores.add(change, lastOwn);
    }
    boolean ofThisFlow = change.transactions().keySet().stream().anyMatch(settings::isEpochs);
    boolean toBeReplaced = state.refreshing() && lastEpoch < 0;
    if (settings.upsert() || toBeReplaced || ofThisFlow || change.isRestore()) {
      if (why == null) {
        why =
            "version "
                + change.version()
                + " ("
                + change.operation()
                + (ofThisFlow ? " of this flow, transactions " + change.transactions() : "")
                + ") is not part of that checkpoint";
      }
    }
  }

  private boolean isPast(@Nullable Long transaction) {
    return transaction != null && transaction <= checkpoint;
  }

  /**
   * From the history as well as from the log's transactions, of which other engines drop old ones
   * when {@code delta.setTransactionRetentionDuration} says so.
   */
  private long committed(TableSnapshot newest) {
    String appId = settings.appId(state.writerId());
    return Math.max(lastEpoch, newest.transactionVersion(appId).orElse(-1));
  }

  /** Pending changes that the log doesn't have cannot be applied to a table that moved on. */
  private void requireNothingPending(List<PendingResult> pending, TableSnapshot newest) {
    SortedSet<Long> epochs = new TreeSet<>();
    long done = committed(newest);
    for (PendingResult result : pending) {
      if (!result.result().isEmpty() && result.result().epoch() > done) {
        epochs.add(result.result().epoch());
      }
    }
    if (!epochs.isEmpty()) {
      throw CommitErrors.pendingMovedOn(store.path(), settings.name(), checkpoint, epochs, why);
    }
  }

  /**
   * A table that was put back keeps the transactions of the commits that were taken back. Results
   * that such a commit made can neither be committed again under their identity nor be left out.
   */
  private void requireNothingTakenBack(List<PendingResult> pending, TableSnapshot newest) {
    long own = store.at(lastOwn).transactionVersion(settings.appId(state.writerId())).orElse(-1);
    long done = committed(newest);
    SortedSet<Long> epochs = new TreeSet<>();
    if (state.refreshing() && own < 0 && done >= 0) {
      epochs.add(checkpoint);
    }
    for (PendingResult result : pending) {
      long epoch = result.result().epoch();
      if (!result.result().isEmpty() && epoch > own && epoch <= done) {
        epochs.add(epoch);
      }
    }
    if (!epochs.isEmpty()) {
      throw CommitErrors.takenBack(store.path(), settings.name(), checkpoint, epochs);
    }
  }

  /** Someone may have brought the table back to what the state expects, e.g. by RESTORE. */
  private boolean sameAsLastOwn(TableSnapshot newest) {
    try {
      return newest.sameLiveFiles(store.at(lastOwn));
    } catch (LogUnreadableException e) {
      return false;
    }
  }
}
