/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.util.ExceptionUtils;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads chosen columns of a table's files, one batch of rows in memory at a time, with deletion
 * vectors applied.
 */
public final class FileReader {

  private final TableStore store;
  private final List<StructField> columns = new ArrayList<>();
  private final boolean[] isPartition;
  private final List<OriginColumn> origin;
  private final StructType physicalSchema;

  /**
   * @param columns names of the wanted columns, in the wanted order
   * @param origin columns that follow them
   */
  FileReader(
      TableStore store, TableLayout layout, List<String> columns, List<OriginColumn> origin) {
    this.store = store;
    this.isPartition = new boolean[columns.size()];
    this.origin = List.copyOf(origin);
    StructType schema = layout.columns();
    List<StructField> physical = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (schema.indexOf(columns.get(i)) < 0) {
        throw TableErrors.unknownColumn("Selected", columns.get(i), schema.fieldNames());
      }
      StructField field = schema.get(columns.get(i));
      this.columns.add(field);
      isPartition[i] = layout.isPartition(field.getName());
      if (!isPartition[i]) {
        physical.add(ColumnMapping.convertToPhysicalColumn(field, schema, layout.columnMapping()));
      }
    }
    physical.add(StructField.DEFAULT_ROW_INDEX_COLUMN);
    this.physicalSchema = new StructType(physical);
  }

  /** The batches of a file. */
  Batches read(LiveFile file) {
    return read(new AddedFile(file, 0, 0));
  }

  /**
   * The batches of a file.
   *
   * @throws TableException when the file is gone (for good) or cannot be read
   */
  public Batches read(AddedFile file) {
    return new Batches(file);
  }

  /** One batch after the other. Not for several threads; the batches are. */
  public final class Batches implements AutoCloseable {
    private final AddedFile added;
    private final DataFile file;
    @Nullable private final RoaringBitmap deleted;
    private final CloseableIterator<FileReadResult> results;
    private RowBatch batch;
    private KernelRow row;

    Batches(AddedFile added) {
      LiveFile live = added.file();
      this.added = added;
      this.file = live.file();
      this.deleted = live.vector() == null ? null : store.vectors().read(live.vector());
      FileStatus status =
          FileStatus.of(store.locate(file.path()), file.size(), file.modificationTime());
      try {
        this.results =
            store
                .engine()
                .getParquetHandler()
                .readParquetFiles(
                    Utils.singletonCloseableIterator(status), physicalSchema, Optional.empty());
      } catch (IOException e) {
        throw failed(e);
      }
    }

    /** Goes to the next batch. */
    public boolean next() {
      try {
        if (!results.hasNext()) {
          return false;
        }
        ColumnarBatch data = results.next().getData();
        ColumnVector positions = data.getColumnVector(physicalSchema.length() - 1);
        batch = new RowBatch(vectors(data, positions), positions, deleted, data.getSize());
        row = batch.view();
        return true;
      } catch (RuntimeException e) {
        throw failed(e);
      }
    }

    private TableException failed(Exception cause) {
      return ExceptionUtils.findThrowable(cause, FileNotFoundException.class).isPresent()
          ? TableErrors.fileGone(store.path(), file.path(), cause)
          : TableErrors.unreachable(store.locate(file.path()), cause);
    }

    /** The batch that was gone to. */
    public RowBatch batch() {
      return batch;
    }

    int size() {
      return batch.size();
    }

    long position(int index) {
      return batch.position(index);
    }

    boolean isLive(int index) {
      return batch.isLive(index);
    }

    /** A view that moves with the next call. */
    KernelRow row(int index) {
      return row.at(index);
    }

    private ColumnVector[] vectors(ColumnarBatch data, ColumnVector positions) {
      ColumnVector[] vectors = new ColumnVector[columns.size() + origin.size()];
      int physical = 0;
      for (int i = 0; i < columns.size(); i++) {
        if (isPartition[i]) {
          DataType type = columns.get(i).getDataType();
          String text = file.partitionValues().get(ColumnMapping.getPhysicalName(columns.get(i)));
          vectors[i] = new ConstantVector(type, PartitionValues.value(text, type), data.getSize());
        } else {
          vectors[i] = data.getColumnVector(physical++);
        }
      }
      for (int i = 0; i < origin.size(); i++) {
        vectors[columns.size() + i] = vector(origin.get(i), positions, data.getSize());
      }
      return vectors;
    }

    private ColumnVector vector(OriginColumn column, ColumnVector positions, int size) {
      return switch (column) {
        case ROW_INDEX -> positions;
        case FILE_PATH -> new ConstantVector(StringType.STRING, file.path(), size);
        case COMMIT_VERSION -> new ConstantVector(LongType.LONG, added.version(), size);
        case COMMIT_TIMESTAMP ->
            new ConstantVector(TimestampType.TIMESTAMP, added.timestamp() * 1000, size);
      };
    }

    @Override
    public void close() {
      Utils.closeCloseables(results);
    }
  }
}
