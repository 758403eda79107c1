/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Cuts a run of rows into batches for Kernel's Parquet writer, in order and without copying. */
final class FlinkBatches implements CloseableIterator<FilteredColumnarBatch> {

  private static final int BATCH_ROWS = 1024;

  private final Iterator<RowData> rows;
  private final RowType rowType;
  private final StructType dataSchema;
  private final int[] dataFields;
  private final NotNullCheck notNull;
  private final RowData[] batch = new RowData[BATCH_ROWS];
  private long count;

  /**
   * @param dataSchema the columns stored in files, in order
   * @param dataFields where they stand in {@code rowType}, -1: not there, so NULL
   */
  FlinkBatches(
      Iterator<RowData> rows,
      RowType rowType,
      StructType dataSchema,
      int[] dataFields,
      NotNullCheck notNull) {
    this.rows = rows;
    this.rowType = rowType;
    this.dataSchema = dataSchema;
    this.dataFields = dataFields;
    this.notNull = notNull;
  }

  /** Rows handed out so far. */
  long count() {
    return count;
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  /**
   * The batch is overwritten by the next call: Kernel writes one batch completely before it asks
   * for another.
   */
  @Override
  public FilteredColumnarBatch next() {
    if (!rows.hasNext()) {
      throw new NoSuchElementException();
    }
    int size = 0;
    while (size < BATCH_ROWS && rows.hasNext()) {
      RowData row = rows.next();
      notNull.check(row);
      batch[size++] = row;
    }
    count += size;
    ColumnVector[] vectors = new ColumnVector[dataFields.length];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = vector(dataFields[i], dataSchema.at(i).getDataType(), size);
    }
    return new FilteredColumnarBatch(
        new Batch(dataSchema, List.of(vectors), size), Optional.empty());
  }

  private ColumnVector vector(int field, DataType type, int size) {
    return field < 0
        ? new ConstantVector(type, null, size)
        : new RowFieldVector(batch, size, field, rowType.getTypeAt(field), type);
  }

  @Override
  public void close() {}

  private record Batch(StructType schema, List<ColumnVector> vectors, int size)
      implements ColumnarBatch {
    @Override
    public StructType getSchema() {
      return schema;
    }

    @Override
    public ColumnVector getColumnVector(int ordinal) {
      return vectors.get(ordinal);
    }

    @Override
    public int getSize() {
      return size;
    }
  }
}
