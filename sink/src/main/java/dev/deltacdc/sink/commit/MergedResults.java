/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.sink.write.WriterResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/**
 * The results of several subtasks and epochs as one change of the table.
 *
 * @param deletes positions by file id
 * @param rowsUpdated how many of the rows written took the place of a deleted one
 */
record MergedResults(
    List<DataFile> files,
    Map<Long, RoaringBitmap> deletes,
    long rowsWritten,
    long rowsUpdated,
    long rowsDeleted) {

  static MergedResults of(Collection<WriterResult> results) {
    List<DataFile> files = new ArrayList<>();
    Map<Long, RoaringBitmap> deletes = new TreeMap<>();
    long rowsWritten = 0;
    long rowsUpdated = 0;
    for (WriterResult result : results) {
      files.addAll(result.files());
      rowsWritten += result.rowsWritten();
      rowsUpdated += result.rowsUpdated();
      result.deletes().forEach((fileId, positions) -> merge(deletes, fileId, positions));
    }
    long rowsDeleted = deletes.values().stream().mapToLong(RoaringBitmap::getLongCardinality).sum();
    return new MergedResults(files, deletes, rowsWritten, rowsUpdated, rowsDeleted);
  }

  private static void merge(Map<Long, RoaringBitmap> deletes, long fileId, RoaringBitmap added) {
    RoaringBitmap known = deletes.get(fileId);
    if (known == null) {
      deletes.put(fileId, added);
    } else if (RoaringBitmap.intersects(known, added)) {
      throw CommitErrors.wrongIndex(
          "two results delete row "
              + RoaringBitmap.and(known, added).first()
              + " of the file with id "
              + fileId);
    } else {
      deletes.put(fileId, RoaringBitmap.or(known, added));
    }
  }

  boolean isEmpty() {
    return files.isEmpty() && deletes.isEmpty();
  }
}
