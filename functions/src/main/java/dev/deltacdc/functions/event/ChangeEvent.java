/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static java.util.Objects.requireNonNull;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * One change of one row of a target.
 *
 * @param row the target's columns; of a delete only the key fields need be there. It may be shared:
 *     nobody changes its values. Its RowKind is INSERT, or DELETE of some deletes, and has no
 *     meaning here
 * @param sequence its place among the events of its key
 * @param delete whether it removes the row; otherwise it is an upsert of the row, but for the
 *     leaves that are kept
 * @param stale whether the order operator saw a newer event of its key before (or one that wins the
 *     tie): without effect on the current state where no NULLs keep values, but part of the history
 * @param kept the leaves of the row that are NULL and keep the value known, because the event's
 *     flow ignores NULLs there; null when there are none, and of deletes (semantics: "IGNORE NULL
 *     UPDATES")
 */
public record ChangeEvent(
    RowData row, Sequence sequence, boolean delete, boolean stale, @Nullable LeafSet kept) {
  public ChangeEvent {
    requireNonNull(row, "row");
    requireNonNull(sequence, "sequence");
  }

  /** An upsert that is not known to be stale. */
  public static ChangeEvent upsert(RowData row, Sequence sequence) {
    return upsert(row, sequence, null);
  }

  /** The same with leaves that keep the value known. */
  public static ChangeEvent upsert(RowData row, Sequence sequence, @Nullable LeafSet kept) {
    return new ChangeEvent(row, sequence, false, false, kept);
  }

  /** A delete that is not known to be stale. */
  public static ChangeEvent delete(RowData row, Sequence sequence) {
    return new ChangeEvent(row, sequence, true, false, null);
  }

  /** The same event, marked as stale. */
  public ChangeEvent asStale() {
    return stale ? this : new ChangeEvent(row, sequence, delete, true, kept);
  }
}
