/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.DataFile;
import java.util.List;
import java.util.SortedMap;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * What one writer subtask did in one epoch. Sent at every barrier, also when empty, and once more
 * at the end of the input.
 *
 * @param epoch the checkpoint whose barrier ended the epoch; one more than the last one for the
 *     final result
 * @param subtask index of the writer
 * @param parallelism number of writers
 * @param last nothing follows from this subtask
 * @param tableId id in the metadata of the table that the writer opened; null in results of a state
 *     that is too old to have it
 * @param indexVersion table version from which the row index was built; -1 for an append sink
 * @param files data files written, not yet part of the table
 * @param deletes positions of rows to delete, by file id; of this epoch's files too
 * @param rowsWritten rows in {@code files}
 * @param rowsUpdated how many of them took the place of a row of their key, which is among {@code
 *     deletes}
 * @param rowsIgnored deletes of unknown keys
 */
public record WriterResult(
    long epoch,
    int subtask,
    int parallelism,
    boolean last,
    @Nullable String tableId,
    long indexVersion,
    List<DataFile> files,
    SortedMap<Long, RoaringBitmap> deletes,
    long rowsWritten,
    long rowsUpdated,
    long rowsIgnored) {

  /** Whether it changes nothing in the table. */
  public boolean isEmpty() {
    return files.isEmpty() && deletes.isEmpty();
  }

  /** The number of positions to delete. */
  public long rowsDeleted() {
    return deletes.values().stream().mapToLong(RoaringBitmap::getLongCardinality).sum();
  }
}
