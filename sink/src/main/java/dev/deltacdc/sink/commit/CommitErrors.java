/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.TableChange;
import java.time.Instant;
import java.util.Collection;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** The errors of the committer: what happened, why, what to do. */
final class CommitErrors {

  private CommitErrors() {}

  /** A restart cannot cure it: the job stops. */
  static SuppressRestartsException stop(String message) {
    return new SuppressRestartsException(new IllegalStateException(message));
  }

  static SuppressRestartsException wrongIndex(String what) {
    return stop(
        "The row index doesn't fit the table: "
            + what
            + ". Nothing of this epoch was committed. This is a fault of the sink, or somebody"
            + " changed the state. Start the job without state: the index is built anew from the"
            + " table.");
  }

  private static String who(String table, TableChange change) {
    return "Version "
        + change.version()
        + " of "
        + table
        + " ("
        + change.operation()
        + (change.engine() == null ? "" : " by " + change.engine())
        + ", "
        + Instant.ofEpochMilli(change.timestamp())
        + ")";
  }

  static SuppressRestartsException foreignChange(String table, TableChange change) {
    String who = who(table, change);
    return stop(
        change.dataChange()
            ? who
                + " changed the table's rows, but it is the target of this job's upsert sink, which"
                + " must be the only one that does. Nothing was written on top of it. Stop whoever"
                + " writes there; then restore the table to the version before, or start the job"
                + " without state and with the changes read again: the index is built anew from the"
                + " table as it is."
            : who
                + " rewrote data files while this job was running. Nothing was written on top of"
                + " it. Stop the job with a savepoint before the table is optimised, then run it"
                + " again: the row index is built anew. Now: restore the table to the version"
                + " before and the job from its last checkpoint, or start the job without state and"
                + " with the changes read again.");
  }

  static SuppressRestartsException foreignChangeBeforeRefresh(String table, TableChange change) {
    return stop(
        who(table, change)
            + " changed the table's files while all its rows were about to be replaced. Nothing was"
            + " written on top of it. Stop whoever writes there; then start the job without state"
            + " again: the refresh begins anew.");
  }

  static SuppressRestartsException movedOnBeforeRefresh(
      String table, String name, long checkpoint, String why) {
    return stop(
        "All rows of "
            + table
            + " were about to be replaced by '"
            + name
            + "', but the table moved on after checkpoint "
            + checkpoint
            + ", from which it was restored: "
            + why
            + ". Nothing was written on top of it. Stop whoever writes there; then start the job"
            + " without state again: the refresh begins anew.");
  }

  static SuppressRestartsException existingRows(String table, String name) {
    return stop(
        "The append table "
            + table
            + " has rows already, but '"
            + name
            + "' starts without state and would write its input again beside them. Restore the job"
            + " from its last checkpoint or savepoint; or delete the table to load it anew; or, when"
            + " the rows come from elsewhere, set 'sink.append.existing-rows' to 'keep'.");
  }

  static SuppressRestartsException appendMovedOn(
      String table, String name, long checkpoint, String why) {
    return stop(
        "The append table "
            + table
            + " moved on after checkpoint "
            + checkpoint
            + ", from which '"
            + name
            + "' was restored: "
            + why
            + ". Going on would write those rows a second time. Restore the job from its newest"
            + " checkpoint or savepoint, or restore the table to the version that belongs to"
            + " checkpoint "
            + checkpoint
            + ".");
  }

  static SuppressRestartsException pendingMovedOn(
      String table, String name, long checkpoint, Collection<Long> epochs, String why) {
    return stop(
        "Checkpoint "
            + checkpoint
            + " of '"
            + name
            + "' holds changes that are not in "
            + table
            + " yet (epochs "
            + epochs
            + "), and the table moved on since: "
            + why
            + ". They no longer fit its files, and skipping them would lose rows. Restore the table"
            + " to the version before that, or restore the job from "
            + before(epochs.iterator().next()));
  }

  static SuppressRestartsException pendingFileGone(
      String table, String name, long checkpoint, long epoch, String file) {
    return stop(
        "Checkpoint "
            + checkpoint
            + " of '"
            + name
            + "' holds changes that are not in "
            + table
            + " yet (epoch "
            + epoch
            + "), and their data file "
            + file
            + " is gone: VACUUM removes files that no commit names yet once they are older than its"
            + " retention. Restore the job from a newer checkpoint or savepoint, or from "
            + before(epoch));
  }

  static SuppressRestartsException takenBack(
      String table, String name, long checkpoint, Collection<Long> epochs) {
    return stop(
        table
            + " was restored to a version without the changes of epochs "
            + epochs
            + " of '"
            + name
            + "', which checkpoint "
            + checkpoint
            + " holds and the log calls committed. Going on would lose them. Restore the job from "
            + before(epochs.iterator().next()));
  }

  static SuppressRestartsException restoredBefore(
      String table, String name, long version, TableChange restore) {
    return stop(
        who(table, restore)
            + " brought the table back to "
            + (restore.restoredVersion() == null
                ? "an earlier state"
                : "version " + restore.restoredVersion())
            + ", but the state of '"
            + name
            + "' counts what was written until version "
            + version
            + " as done. Going on would leave those changes out for good. Restore the job from a"
            + " checkpoint or savepoint that is as old as what the table has now; or restore the"
            + " table to version "
            + version
            + "; or start the job without state and with the input read again.");
  }

  private static String before(long epoch) {
    return "a checkpoint or savepoint older than epoch "
        + epoch
        + ", or start it without state and with the input read again.";
  }

  static SuppressRestartsException tableReplaced(
      String table, String name, long checkpoint, long version, long newest) {
    return stop(
        "The newest version of "
            + table
            + " is "
            + newest
            + ", but checkpoint "
            + checkpoint
            + ", from which '"
            + name
            + "' was restored, belongs to version "
            + version
            + ": the table was replaced by an older copy. The rows"
            + " written until then would not come back. Put the table back, or start the job"
            + " without state and with the input read again.");
  }

  static IllegalStateException missingResults(
      String name, long checkpoint, Collection<Integer> subtasks) {
    return new IllegalStateException(
        "Checkpoint "
            + checkpoint
            + " cannot be completed: writers "
            + subtasks
            + " of '"
            + name
            + "' sent neither its epoch nor their final result. Nothing was committed.");
  }
}
