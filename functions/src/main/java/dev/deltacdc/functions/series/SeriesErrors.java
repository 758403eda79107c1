/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import org.apache.flink.runtime.execution.SuppressRestartsException;

/** What stops a job that reads snapshots; a restart would meet it again. */
final class SeriesErrors {

  private SeriesErrors() {}

  static SuppressRestartsException duplicateKey(
      SnapshotSeriesOptions options, String version, String key) {
    return stop(
        "Flow "
            + options.flow()
            + " got a second row of the key "
            + key
            + " in the snapshot "
            + version
            + ". A snapshot has one row for each key; nothing of this one was written. Repair its"
            + (options.isReread()
                // A restart reads the location anew.
                ? " files and start again; or correct KEYS, and start with --full-refresh "
                : " files, or correct KEYS, and start with --full-refresh ")
            + options.target()
            + ".");
  }

  static SuppressRestartsException beginsLater(
      SnapshotSeriesOptions options, String version, String first) {
    return stop(
        "Flow "
            + options.flow()
            + " starts without state, and the first snapshot it reads is "
            + version
            + ", but the history of "
            + options.target()
            + " begins with "
            + first
            + ", so it cannot be told what belongs to its rows. Nothing was written. "
            + (options.isReread() ? "Start" : "Put the earlier snapshots back, start")
            + " from the state of the last run, or begin anew with --full-refresh "
            + options.target()
            + ".");
  }

  private static SuppressRestartsException stop(String message) {
    return new SuppressRestartsException(new IllegalStateException(message));
  }
}
