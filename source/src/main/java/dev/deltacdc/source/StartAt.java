/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import java.io.Serializable;

/**
 * Where a read begins and whether it ends.
 *
 * @param version of the snapshot, or the first whose added rows are read; {@link #NEWEST} decides
 *     when the source starts
 */
public record StartAt(Kind kind, long version) implements Serializable {

  /** The newest version when the source starts; for changes, those after it. */
  public static final long NEWEST = -1;

  /** What is read. */
  public enum Kind {
    /** The rows of one version, then the end. */
    SNAPSHOT,
    /** The rows of one version, then those that later ones add, without end. */
    SNAPSHOT_AND_CHANGES,
    /** The rows that versions add, without end. */
    CHANGES
  }

  public StartAt {
    if (version < NEWEST) {
      throw new IllegalArgumentException("A table has no version " + version + ".");
    }
  }

  public boolean isNewest() {
    return version == NEWEST;
  }

  public boolean isSnapshotOnly() {
    return kind == Kind.SNAPSHOT;
  }
}
