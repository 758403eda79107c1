/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

/**
 * What a commit of ours did to its table.
 *
 * <p>The epochs are those of the writers whose results it holds: epoch <em>n</em> ends with the
 * barrier of checkpoint <em>n</em>, so what a source read between the barriers of two checkpoints
 * is in the commit that has the second one among its epochs.
 *
 * @param version that it made
 * @param checkpointId the completed checkpoint that it belongs to
 * @param firstEpoch first of its epochs; more than one when checkpoints between were given up
 * @param lastEpoch last of its epochs
 * @param rowsAdded rows in the files added
 * @param rowsRemoved rows that are no longer in the table, replaced ones too; not those that the
 *     table had before a refresh
 * @param rowsUpdated rows that were replaced by another one of their key: they are counted in
 *     {@code rowsAdded} and in {@code rowsRemoved}
 * @param durationMillis from its first try to its success; 0 for a recovered one
 * @param recovered whether it was found in the log, after a failure: it may have been reported
 *     before it
 */
public record CommitReport(
    Kind kind,
    long version,
    long checkpointId,
    long firstEpoch,
    long lastEpoch,
    long rowsAdded,
    long rowsRemoved,
    long rowsUpdated,
    int filesAdded,
    int filesRemoved,
    long durationMillis,
    boolean recovered) {

  /** Rows with keys that had none. */
  public long rowsInserted() {
    return rowsAdded - rowsUpdated;
  }

  /** Rows that are gone without another one of their key. */
  public long rowsDeleted() {
    return rowsRemoved - rowsUpdated;
  }

  /** What a commit is for. */
  public enum Kind {
    /** Rows of the stream. */
    WRITE,
    /** Old partitions are removed. */
    RETENTION
  }
}
