/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.Sequence;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * An accepted event of a key, as its history remembers it.
 *
 * @param row null for a delete
 * @param start where the row of the table begins that this version belongs to; known of the last
 *     version and of one whose predecessor is forgotten
 * @param oldest whether older versions are forgotten, so that an event before this one cannot be
 *     placed
 * @param seconds of the running clock: when a newer version closed it; of a delete that is the last
 *     version, when it arrived
 */
record Version(
    Sequence sequence,
    @Nullable RowData row,
    @Nullable Sequence start,
    boolean oldest,
    int seconds) {

  static Version upsert(Sequence sequence, RowData row) {
    return new Version(sequence, row, null, false, 0);
  }

  static Version delete(Sequence sequence, int seconds) {
    return new Version(sequence, null, null, false, seconds);
  }

  boolean isDelete() {
    return row == null;
  }

  /** Where its row begins if it doesn't go on with the row of a version that is remembered. */
  Sequence ownStart() {
    return oldest && start != null ? start : sequence;
  }

  Version startingAt(@Nullable Sequence at) {
    return new Version(sequence, row, at, oldest, seconds);
  }

  /** The same with other columns. */
  Version with(RowData columns) {
    return new Version(sequence, columns, start, oldest, seconds);
  }

  /** The same with a newer version after it. */
  Version closed(int atSeconds) {
    return new Version(sequence, row, oldest ? start : null, oldest, atSeconds);
  }

  /** The same with all versions before it forgotten. */
  Version asOldest(@Nullable Sequence at) {
    return new Version(sequence, row, at, true, seconds);
  }
}
