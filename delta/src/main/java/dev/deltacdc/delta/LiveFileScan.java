/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The live files of a version as Kernel's log replay yields them, batch by batch. */
final class LiveFileScan implements Iterator<LiveFile>, AutoCloseable {

  private final CloseableIterator<Row> rows;
  private final String tablePath;

  LiveFileScan(TableSnapshot snapshot) {
    this.tablePath = snapshot.path();
    CloseableIterator<FilteredColumnarBatch> batches =
        snapshot.kernel().getScanBuilder().build().getScanFiles(snapshot.engine(), true);
    this.rows = Utils.intoRows(batches);
  }

  @Override
  public boolean hasNext() {
    try {
      return rows.hasNext();
    } catch (RuntimeException e) {
      throw TableErrors.unreachable(tablePath, e);
    }
  }

  @Override
  public LiveFile next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return FileActions.live(rows.next());
  }

  @Override
  public void close() {
    Utils.closeCloseables(rows);
  }
}
