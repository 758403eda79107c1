/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ColumnVector;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.roaringbitmap.RoaringBitmap;

/** Some consecutive rows of a data file, in memory. Immutable. */
public final class RowBatch {

  private final ColumnVector[] columns;
  private final ColumnVector positions;
  private final @Nullable RoaringBitmap deleted;
  private final @Nullable RoaringBitmap within;
  private final int size;

  RowBatch(
      ColumnVector[] columns,
      ColumnVector positions,
      @Nullable RoaringBitmap deleted,
      @Nullable RoaringBitmap within,
      int size) {
    this.columns = columns;
    this.positions = positions;
    this.deleted = deleted;
    this.within = within;
    this.size = size;
  }

  public int size() {
    return size;
  }

  /** Position in the file, from 0; deleted rows count. */
  public long position(int index) {
    return positions.getLong(index);
  }

  /** Whether the row is one that is read: the deletion vector doesn't have it. */
  public boolean isLive(int index) {
    int position = (int) position(index);
    return (deleted == null || !deleted.contains(position))
        && (within == null || within.contains(position));
  }

  /** The row as a value of its own. */
  public RowData row(int index) {
    return view().at(index).copy();
  }

  /** A view that can be moved over the rows. */
  KernelRow view() {
    return new KernelRow(columns);
  }
}
