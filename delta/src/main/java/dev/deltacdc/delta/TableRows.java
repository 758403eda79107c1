/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.Iterator;
import java.util.NoSuchElementException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** All live rows of a version, file by file; each row is a value of its own. */
final class TableRows implements CloseableIterator<RowData> {

  private final Iterator<LiveFile> files;
  private final AutoCloseable filesOwner;
  private final FileReader reader;
  @Nullable private FileReader.Batches batches;
  private int index;
  private int size;

  TableRows(Iterator<LiveFile> files, AutoCloseable filesOwner, FileReader reader) {
    this.files = files;
    this.filesOwner = filesOwner;
    this.reader = reader;
  }

  @Override
  public boolean hasNext() {
    while (true) {
      while (index < size && !batches.isLive(index)) {
        index++;
      }
      if (index < size) {
        return true;
      }
      if (!nextBatch()) {
        return false;
      }
    }
  }

  private boolean nextBatch() {
    while (batches == null || !batches.next()) {
      closeBatches();
      if (!files.hasNext()) {
        return false;
      }
      batches = reader.read(files.next());
    }
    index = 0;
    size = batches.size();
    return true;
  }

  @Override
  public RowData next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return batches.row(index++).copy();
  }

  private void closeBatches() {
    if (batches != null) {
      batches.close();
      batches = null;
    }
    index = 0;
    size = 0;
  }

  @Override
  public void close() throws Exception {
    closeBatches();
    filesOwner.close();
  }
}
