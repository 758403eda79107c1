/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import javax.annotation.Nullable;

/**
 * The actions of one commit. At most one add and one remove per path: a second one is refused here,
 * because Kernel accepts it and the rows double. Good for one {@link #commit()} only, whatever its
 * outcome.
 */
public final class TableCommit {

  TableCommit() {}

  /** Records the application's progress in the same commit. */
  public TableCommit transaction(String appId, long version) {
    throw new UnsupportedOperationException();
  }

  /**
   * Marks a commit that isn't the stream's own data (retention): its operation in the log is then
   * "Manual Update", else "STREAMING UPDATE".
   */
  public TableCommit maintenance() {
    throw new UnsupportedOperationException();
  }

  /** Adds a new file, with the positions that are deleted in it already. */
  public TableCommit add(DataFile file, @Nullable DeletionVector vector) {
    throw new UnsupportedOperationException();
  }

  /** Removes a file with all its rows. */
  public TableCommit remove(LiveFile file) {
    throw new UnsupportedOperationException();
  }

  /** Gives a live file a new vector (which includes the old one's positions). */
  public TableCommit replaceVector(LiveFile file, DeletionVector vector) {
    throw new UnsupportedOperationException();
  }

  public boolean isEmpty() {
    throw new UnsupportedOperationException();
  }

  /** The version this becomes when it succeeds. */
  public long version() {
    throw new UnsupportedOperationException();
  }

  /**
   * Publishes the commit as exactly the next version of its snapshot, without any retry.
   *
   * @throws VersionTakenException the version exists already; nothing of this commit is in the
   *     table
   * @throws CommitOutcomeUnknownException anything else
   */
  public Committed commit() {
    throw new UnsupportedOperationException();
  }
}
