/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.DeltaLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Counts the rows that a table's new versions add. */
final class AddedRows {

  private static final Duration PATIENCE = Duration.ofMinutes(60);

  private final Path table;
  private final Predicate<String> which;
  private long version;
  private long found;
  private long newestMillis;

  /**
   * Begins after the table's newest version.
   *
   * @param which of the log's lines count
   */
  AddedRows(Path table, Predicate<String> which) throws IOException {
    this.table = table;
    this.which = which;
    this.version = DeltaLog.newestVersion(table);
  }

  /** How many there are so far. */
  long count() throws IOException {
    while (version < DeltaLog.newestVersion(table)) {
      version++;
      long added = DeltaLog.rowsAdded(table, version, which);
      if (added > 0) {
        found += added;
        newestMillis = DeltaLog.commitMillis(table, version);
      }
    }
    return found;
  }

  /** When the newest of them were committed, in milliseconds since the epoch. */
  long newestMillis() {
    return newestMillis;
  }

  /** Waits until there are so many; gives the time of their commit, as {@link #newestMillis}. */
  long await(long expected, EmbeddedFlink flink) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (count() < expected) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "After " + PATIENCE + " " + table + " had " + found + " rows of " + expected + ".");
      }
      flink.requireRunning();
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return newestMillis;
  }
}
