/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads chosen columns of a table's files, one batch of rows in memory at a time, with deletion
 * vectors applied.
 */
final class FileReader {

  private final TableStore store;
  private final Engine engine;
  private final VectorStore vectors;
  private final List<StructField> columns;
  private final boolean[] isPartition;
  private final StructType physicalSchema;

  /**
   * @param schema the table's
   * @param columns names of the wanted columns, in the wanted order
   */
  FileReader(TableSnapshot snapshot, StructType schema, List<String> columns) {
    this.store = snapshot.store();
    this.engine = snapshot.engine();
    this.vectors = snapshot.vectors();
    this.columns = new ArrayList<>();
    this.isPartition = new boolean[columns.size()];
    List<StructField> physical = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (schema.indexOf(columns.get(i)) < 0) {
        throw TableErrors.unknownColumn("Selected", columns.get(i), schema.fieldNames());
      }
      StructField field = schema.get(columns.get(i));
      this.columns.add(field);
      isPartition[i] = snapshot.partitionColumns().contains(field.getName());
      if (!isPartition[i]) {
        physical.add(
            ColumnMapping.convertToPhysicalColumn(field, schema, snapshot.columnMapping()));
      }
    }
    physical.add(StructField.DEFAULT_ROW_INDEX_COLUMN);
    this.physicalSchema = new StructType(physical);
  }

  /** The batches of a file. */
  Batches read(LiveFile file) {
    return new Batches(file);
  }

  /** A batch of rows and which of them live. */
  final class Batches implements AutoCloseable {
    private final LiveFile file;
    @Nullable private final RoaringBitmap deleted;
    private final CloseableIterator<FileReadResult> results;
    private ColumnVector positions;
    private KernelRow row;
    private int size;

    Batches(LiveFile file) {
      this.file = file;
      this.deleted = file.vector() == null ? null : vectors.read(file.vector());
      String absolute = store.locate(file.path());
      FileStatus status =
          FileStatus.of(absolute, file.file().size(), file.file().modificationTime());
      try {
        this.results =
            engine
                .getParquetHandler()
                .readParquetFiles(
                    Utils.singletonCloseableIterator(status), physicalSchema, Optional.empty());
      } catch (IOException e) {
        throw TableErrors.unreachable(absolute, e);
      }
    }

    boolean next() {
      try {
        if (!results.hasNext()) {
          return false;
        }
        ColumnarBatch batch = results.next().getData();
        size = batch.getSize();
        positions = batch.getColumnVector(physicalSchema.length() - 1);
        row = new KernelRow(vectors(batch));
        return true;
      } catch (RuntimeException e) {
        throw TableErrors.unreachable(file.path(), e);
      }
    }

    int size() {
      return size;
    }

    long position(int index) {
      return positions.getLong(index);
    }

    boolean isLive(int index) {
      return deleted == null || !deleted.contains((int) position(index));
    }

    /** A view that moves with the next call. */
    KernelRow row(int index) {
      return row.at(index);
    }

    private ColumnVector[] vectors(ColumnarBatch batch) {
      ColumnVector[] vectors = new ColumnVector[columns.size()];
      int physical = 0;
      for (int i = 0; i < vectors.length; i++) {
        if (isPartition[i]) {
          DataType type = columns.get(i).getDataType();
          String text =
              file.file().partitionValues().get(ColumnMapping.getPhysicalName(columns.get(i)));
          vectors[i] = new ConstantVector(type, PartitionValues.value(text, type), batch.getSize());
        } else {
          vectors[i] = batch.getColumnVector(physical++);
        }
      }
      return vectors;
    }

    @Override
    public void close() {
      Utils.closeCloseables(results);
    }
  }
}
