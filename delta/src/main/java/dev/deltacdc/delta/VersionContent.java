/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.List;
import javax.annotation.Nullable;

/**
 * What one version brings, for one who follows the table.
 *
 * @param timestamp milliseconds since the epoch
 * @param operation as its commit states it, null when it doesn't
 * @param files with rows to read, the wanted ones only: those with new rows, for a change feed
 *     those with changed rows. What only rearranges rows (dataChange false) is not among them
 * @param adds how many files with new rows there are, wanted or not
 * @param removes how many files the commit removes together with their rows
 * @param layout the table's new one, when the commit wrote its metadata
 */
public record VersionContent(
    long version,
    long timestamp,
    @Nullable String operation,
    List<VersionFile> files,
    int adds,
    int removes,
    @Nullable TableLayout layout) {

  /** Whether it deletes or updates rows that were there. */
  public boolean changesRows() {
    return removes > 0;
  }
}
