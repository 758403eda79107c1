/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.split;

import java.util.List;

/**
 * How far a table was followed. About 200 bytes for each file that waits (paths as Spark writes
 * them, one partition column); only one version's files wait at a time.
 *
 * @param tableId of the table that is followed
 * @param version whose files, and those of all versions before, were handed to readers or are in
 *     {@code waiting}; {@link #NOT_STARTED} when nothing was read yet
 * @param waiting files of that version that no reader has
 * @param changeFeed whether the table's change feed is followed
 */
public record EnumeratorState(
    String tableId, long version, List<DeltaSplit> waiting, boolean changeFeed) {

  /** Before the first look at the table. */
  public static final long NOT_STARTED = -2;

  public EnumeratorState {
    waiting = List.copyOf(waiting);
  }

  public boolean started() {
    return version != NOT_STARTED;
  }
}
