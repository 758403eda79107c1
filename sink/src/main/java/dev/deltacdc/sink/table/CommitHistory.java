/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import java.util.function.Consumer;

/** The commits of a table, as the log tells them. */
public final class CommitHistory {

  CommitHistory() {}

  /**
   * Visits, in order, every commit after {@code version} up to the newest. One commit is held in
   * memory at a time.
   *
   * @return the newest version visited, or {@code version} when there is none after it
   * @throws LogUnreadableException when a commit after {@code version} is missing, or {@code
   *     version} itself lies beyond the newest
   */
  public long forEachSince(long version, Consumer<TableChange> visitor) {
    throw new UnsupportedOperationException();
  }
}
