/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.enumerate;

import dev.deltacdc.delta.VersionContent;
import java.time.Instant;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Why a table cannot be followed further: no restart of the job helps. */
final class SourceErrors {

  private SourceErrors() {}

  static SuppressRestartsException changedRows(String path, VersionContent change) {
    return stop(
        "Version %d of the table at %s (%s, %s) updates or deletes rows that were there: it removes %d data files with their rows and adds %d. A stream of added rows can't say that. Read from a table that is only appended to; or read its change feed (read-change-feed = true), if it keeps one; or skip such commits, with the rows that they add, by the option skipChangeCommits = true (or, where they only delete, ignoreDeletes = true); or start the reader again without state, at the table as it is now."
            .formatted(
                change.version(),
                path,
                change.operation() == null ? "operation not stated" : change.operation(),
                Instant.ofEpochMilli(change.timestamp()),
                change.removes(),
                change.adds()));
  }

  static SuppressRestartsException otherColumns(String path, long version, String difference) {
    return stop(
        "The table at %s changed in version %d: %s. The running job reads the columns as they were at its start. Stop it with a savepoint, fit the query if it names the column, and start it from there."
            .formatted(path, version, difference));
  }

  static SuppressRestartsException otherTable(String path, String was, String now) {
    return stop(
        "The table at %s is another one than at the time when the job was built or its state was taken: its id is %s, not %s. Put the old table back, or start the job again without state."
            .formatted(path, now, was));
  }

  static SuppressRestartsException otherFeed(String path, boolean was) {
    return stop(
        "The state of the reader of the table at %s was taken with read-change-feed = %s, and the reader is started with %s: what was read would be taken for something else. Set the option as it was, or start the reader again without state."
            .formatted(path, was, !was));
  }

  static SuppressRestartsException olderCopy(String path, long read, long newest) {
    return stop(
        "Version %d of the table at %s was read, but its newest version is %d: the table was put back to an older copy. Put the newer copy back, or start the reader again without state."
            .formatted(read, path, newest));
  }

  static SuppressRestartsException versionTooNew(String path, long wanted, long newest) {
    return stop(
        "The table at %s has no version %d to start at: its newest is %d. Start at a version up to %d, or at 'latest' for what comes next."
            .formatted(path, wanted, newest, newest + 1));
  }

  private static SuppressRestartsException stop(String message) {
    return new SuppressRestartsException(new IllegalStateException(message));
  }
}
