/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.Serializable;
import javax.annotation.Nullable;

/**
 * A data file, in a version that brings some of its rows: those without the ones that its deletion
 * vector has.
 *
 * @param timestamp of the version, milliseconds since the epoch
 * @param change what happened to the rows
 * @param within only the rows that this vector has, too; null for all
 */
public record VersionFile(
    LiveFile file, long version, long timestamp, RowChange change, @Nullable DeletionVector within)
    implements Serializable {

  /** A file whose rows are new. */
  public static VersionFile added(LiveFile file, long version, long timestamp) {
    return new VersionFile(file, version, timestamp, RowChange.INSERT, null);
  }
}
