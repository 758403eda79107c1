/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.sink.index.RowLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/** Collects what an epoch does until its barrier. */
final class EpochResult {

  private List<DataFile> files = new ArrayList<>();
  private Map<Long, RoaringBitmap> deletes = new HashMap<>();
  private long rowsWritten;
  private long rowsUpdated;
  private long rowsIgnored;

  void add(DataFile file) {
    files.add(file);
    rowsWritten += file.numRecords();
  }

  void delete(RowLocation row) {
    if (!deletes
        .computeIfAbsent(row.fileId(), id -> new RoaringBitmap())
        .checkedAdd(row.position())) {
      throw new IllegalStateException(
          "Row "
              + row.position()
              + " of the file with id "
              + row.fileId()
              + " was deleted twice in one epoch: the row index is wrong.");
    }
  }

  /** A row that was deleted has another one of its key in its place. */
  void update() {
    rowsUpdated++;
  }

  void ignore() {
    rowsIgnored++;
  }

  /** Hands over what was collected and starts anew. */
  WriterResult finish(
      long epoch, int subtask, int parallelism, boolean last, String tableId, long indexVersion) {
    WriterResult result =
        new WriterResult(
            epoch,
            subtask,
            parallelism,
            last,
            tableId,
            indexVersion,
            files,
            new TreeMap<>(deletes),
            rowsWritten,
            rowsUpdated,
            rowsIgnored);
    files = new ArrayList<>();
    deletes = new HashMap<>();
    rowsWritten = 0;
    rowsUpdated = 0;
    rowsIgnored = 0;
    return result;
  }
}
