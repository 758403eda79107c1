/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.Sequence;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * An accepted event of a key, as its history remembers it.
 *
 * @param row as it is then: of the event, with the values that it keeps; null for a delete
 * @param kept the leaves of the row that have the values of the version before (semantics: "IGNORE
 *     NULL UPDATES"); none of the oldest version, whose row nothing can change
 * @param start where the row of the table begins that this version belongs to. Of a delete: null
 *     unless rows before it are forgotten. Of an event that has no place yet: null
 * @param oldest whether older versions are forgotten, so that an event before this one cannot be
 *     placed
 * @param seconds of the running time: when a newer version closed it; of a delete that is the last
 *     version, when it arrived
 * @param links the sequences of older versions by which {@link VersionWalk} finds its way; null:
 *     written by a release that had none (and didn't know start and kept values of every version)
 */
record Version(
    Sequence sequence,
    @Nullable RowData row,
    @Nullable LeafSet kept,
    @Nullable Sequence start,
    boolean oldest,
    int seconds,
    @Nullable List<Sequence> links) {

  static Version upsert(Sequence sequence, RowData row, @Nullable LeafSet kept) {
    return new Version(sequence, row, kept, null, false, 0, List.of());
  }

  static Version delete(Sequence sequence, int seconds) {
    return new Version(sequence, null, null, null, false, seconds, List.of());
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

  /** Whether this upsert goes on with the row of another one before it. */
  boolean goesOnWith(@Nullable Version before) {
    return before != null && !isDelete() && !before.isDelete() && start.equals(before.start);
  }

  /** The same event with another row, which keeps these leaves. */
  Version with(RowData newRow, @Nullable LeafSet newKept) {
    return new Version(sequence, newRow, newKept, start, oldest, seconds, links);
  }

  /** The same with its place in the table. */
  Version in(RowData newRow, Sequence at) {
    return new Version(sequence, newRow, kept, at, oldest, seconds, links);
  }

  /** The same with a newer version after it. */
  Version closed(int atSeconds) {
    return new Version(sequence, row, kept, start, oldest, atSeconds, links);
  }

  /** The same with all versions before it forgotten. */
  Version asOldest(@Nullable Sequence at) {
    return new Version(sequence, row, null, at, true, seconds, links);
  }

  /** The same with other links. */
  Version linked(List<Sequence> older) {
    return new Version(sequence, row, kept, start, oldest, seconds, List.copyOf(older));
  }
}
