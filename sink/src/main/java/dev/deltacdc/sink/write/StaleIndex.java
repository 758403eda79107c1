/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.TableSnapshot;

/**
 * How the committer tells writers that the index in a checkpoint no longer fits the table.
 *
 * <p>Only the committer can judge that (it knows what was committed), but the writers restore at
 * the same time and nothing flows back to them. So the committer records in the table's log, as a
 * transaction without data, that an index built at version <em>b</em> is stale in checkpoints up to
 * <em>n</em>, and restarts the job; writers that restore such an index build it anew. A mark too
 * many costs a rebuild, never a row.
 */
public final class StaleIndex {

  private StaleIndex() {}

  /** The application id whose version is the last checkpoint with a stale index. */
  public static String appId(String name, long indexVersion) {
    return name + "/stale-index-of-version-" + indexVersion;
  }

  static boolean isMarked(
      TableSnapshot table, WriterSettings settings, long indexVersion, long checkpoint) {
    return isMarked(table, settings.name(), indexVersion, checkpoint);
  }

  /** Whether the index that was built at a version is stale in a checkpoint. */
  public static boolean isMarked(
      TableSnapshot table, String name, long indexVersion, long checkpoint) {
    return table.transactionVersion(appId(name, indexVersion)).orElse(-1) >= checkpoint;
  }
}
