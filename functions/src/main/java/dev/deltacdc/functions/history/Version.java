/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.Sequence;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * An accepted event of a key, as its history remembers it.
 *
 * @param row of the event, null for a delete
 * @param kept the leaves of the row that have the values of the version before (semantics: "IGNORE
 *     NULL UPDATES"); of the oldest version they are in the row
 * @param values the row with those values; known of the last version
 * @param start where the row of the table begins that this version belongs to; known of the last
 *     version and of one whose predecessor is forgotten. Of a delete: null unless rows before it
 *     are forgotten
 * @param oldest whether older versions are forgotten, so that an event before this one cannot be
 *     placed
 * @param seconds of the running time: when a newer version closed it; of a delete that is the last
 *     version, when it arrived
 */
record Version(
    Sequence sequence,
    @Nullable RowData row,
    @Nullable LeafSet kept,
    @Nullable RowData values,
    @Nullable Sequence start,
    boolean oldest,
    int seconds) {

  static Version upsert(Sequence sequence, RowData row, @Nullable LeafSet kept) {
    return new Version(sequence, row, kept, null, null, false, 0);
  }

  static Version delete(Sequence sequence, int seconds) {
    return new Version(sequence, null, null, null, null, false, seconds);
  }

  boolean isDelete() {
    return row == null;
  }

  /** Whether rows of the table before it are forgotten: final, and not to be overlapped. */
  boolean isBehindFinalRows() {
    return oldest && start != null;
  }

  /** Where its row begins if it doesn't go on with the row of a version that is remembered. */
  Sequence ownStart() {
    return oldest && start != null ? start : sequence;
  }

  /** The same event with another row, which keeps these leaves. */
  Version with(@Nullable RowData newRow, @Nullable LeafSet newKept) {
    return new Version(sequence, newRow, newKept, null, start, oldest, seconds);
  }

  /** The same as the last version. */
  Version asLast(@Nullable RowData known, @Nullable Sequence at) {
    return new Version(sequence, row, kept, known, at, oldest, seconds);
  }

  /** The same with a newer version after it. */
  Version closed(int atSeconds) {
    return new Version(sequence, row, kept, null, oldest ? start : null, oldest, atSeconds);
  }

  /** The same with all versions before it forgotten. */
  Version asOldest(@Nullable RowData known, @Nullable Sequence at) {
    return new Version(sequence, known, null, known, at, true, seconds);
  }
}
