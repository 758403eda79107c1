/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import javax.annotation.Nullable;

/**
 * What the snapshot table says of an id on a day.
 *
 * @param version the row's columns
 * @param deletedBy the delete, if this is the row that says so; it gives the event time, the other
 *     columns are the last known
 */
record SnapshotRow(Version version, @Nullable Version deletedBy) {

  boolean deleted() {
    return deletedBy != null;
  }

  /** Whether both would be written alike. */
  static boolean same(@Nullable SnapshotRow one, @Nullable SnapshotRow other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return sameRow(one.version, other.version) && sameRow(one.deletedBy, other.deletedBy);
  }

  private static boolean sameRow(@Nullable Version one, @Nullable Version other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return one.row().equals(other.row());
  }
}
