/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.changes;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRows;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.types.logical.RowType;

/** A row that the table has, as Flink's binary row. */
final class KnownRow extends PackedRows {
  private final @Nullable RowType columns;

  private KnownRow(byte[] bytes, @Nullable RowType columns) {
    super(bytes);
    this.columns = columns;
  }

  /**
   * The row of bytes that {@link #bytes} gave; the array is not copied.
   *
   * @param columns those of another job, or null
   */
  static KnownRow of(byte[] bytes, @Nullable RowType columns) {
    return new KnownRow(bytes, columns);
  }

  /** A copy of a row of this job. */
  static KnownRow of(BinaryRowData row) {
    return of(
        BinarySegmentUtils.copyToBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes()),
        null);
  }

  @Override
  @Nullable
  public RowType columns() {
    return columns;
  }

  /** A view of this object's bytes. */
  BinaryRowData row(int arity) {
    BinaryRowData row = new BinaryRowData(arity);
    row.pointTo(MemorySegmentFactory.wrap(bytes()), 0, bytes().length);
    return row;
  }

  /** The row in the columns of this job. */
  KnownRow migrated(ColumnMigration migration) {
    if (columns == null) {
      return this;
    }
    return migration.isNeedless(columns)
        ? of(bytes(), null)
        : of(migration.apply(row(columns.getFieldCount()), columns));
  }
}
