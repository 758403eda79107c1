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
import java.util.Collections;
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
  private final TableLayout layout;
  private final List<StructField> columns = new ArrayList<>();
  private final List<OriginColumn> origin;
  private final StructType physicalSchema;

  /**
   * @param columns names of the wanted columns, in the wanted order
   * @param origin columns that follow them
   */
  FileReader(
      TableStore store, TableLayout layout, List<String> columns, List<OriginColumn> origin) {
    this.store = store;
    this.layout = layout;
    this.origin = List.copyOf(origin);
    StructType schema = layout.columns();
    List<StructField> physical = new ArrayList<>();
    for (String column : columns) {
      if (schema.indexOf(column) < 0) {
        throw TableErrors.unknownColumn("Selected", column, schema.fieldNames());
      }
      StructField field = schema.get(column);
      this.columns.add(field);
      if (isInFile(field)) {
        physical.add(
            layout.changeColumn(column).isPresent()
                ? field
                : ColumnMapping.convertToPhysicalColumn(field, schema, layout.columnMapping()));
      }
    }
    physical.add(StructField.DEFAULT_ROW_INDEX_COLUMN);
    this.physicalSchema = new StructType(physical);
  }

  /** Files of changes say what each is; of others it is the same for all rows. */
  private boolean isInFile(StructField field) {
    return layout
        .changeColumn(field.getName())
        .map(column -> column == ChangeColumn.TYPE)
        .orElse(!layout.isPartition(field.getName()));
  }

  /** The batches of a file. */
  Batches read(LiveFile file) {
    return read(VersionFile.added(file, 0, 0));
  }

  /**
   * The batches of a file.
   *
   * @throws TableException when the file is gone (for good) or cannot be read
   */
  public Batches read(VersionFile file) {
    return new Batches(file);
  }

  /** One batch after the other. Not for several threads; the batches are. */
  public final class Batches implements AutoCloseable {
    private final VersionFile rows;
    private final DataFile file;
    @Nullable private final RoaringBitmap deleted;
    @Nullable private final RoaringBitmap within;
    private final CloseableIterator<FileReadResult> results;
    private RowBatch batch;
    private KernelRow row;

    Batches(VersionFile rows) {
      this.rows = rows;
      this.file = rows.file().file();
      this.deleted = positions(rows.file().vector());
      this.within = positions(rows.within());
      this.results = isEmpty() ? Utils.toCloseableIterator(Collections.emptyIterator()) : open();
    }

    private @Nullable RoaringBitmap positions(@Nullable DeletionVector vector) {
      return vector == null ? null : store.vectors().read(vector);
    }

    /** Whether the file need not be read to know that it has no such rows. */
    private boolean isEmpty() {
      return within != null
          && (deleted == null ? within.isEmpty() : RoaringBitmap.andNot(within, deleted).isEmpty());
    }

    private CloseableIterator<FileReadResult> open() {
      try {
        return store
            .engine()
            .getParquetHandler()
            .readParquetFiles(
                Utils.singletonCloseableIterator(status()), physicalSchema, Optional.empty());
      } catch (IOException e) {
        throw failed(e);
      }
    }

    /** Of removed files the log need not tell the size. */
    private FileStatus status() throws IOException {
      String location = store.locate(file.path());
      return file.size() < 0
          ? store.engine().getFileSystemClient().getFileStatus(location)
          : FileStatus.of(location, file.size(), file.modificationTime());
    }

    /** Goes to the next batch. */
    public boolean next() {
      try {
        if (!results.hasNext()) {
          return false;
        }
        ColumnarBatch data = results.next().getData();
        ColumnVector positions = data.getColumnVector(physicalSchema.length() - 1);
        batch = new RowBatch(vectors(data, positions), positions, deleted, within, data.getSize());
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
        StructField field = columns.get(i);
        ColumnVector inFile = isInFile(field) ? data.getColumnVector(physical++) : null;
        Optional<ChangeColumn> change = layout.changeColumn(field.getName());
        if (change.isPresent()) {
          vectors[i] = vector(change.get(), inFile, data.getSize());
        } else {
          vectors[i] = inFile == null ? partition(field, data.getSize()) : inFile;
        }
      }
      for (int i = 0; i < origin.size(); i++) {
        vectors[columns.size() + i] = vector(origin.get(i), positions, data.getSize());
      }
      return vectors;
    }

    private ColumnVector partition(StructField field, int size) {
      String text = file.partitionValues().get(ColumnMapping.getPhysicalName(field));
      DataType type = field.getDataType();
      return new ConstantVector(type, PartitionValues.value(text, type), size);
    }

    /** Data files may have such a column, too, which says nothing. */
    private ColumnVector vector(ChangeColumn column, ColumnVector inFile, int size) {
      return switch (column) {
        case TYPE ->
            switch (rows.change()) {
              case STATED -> inFile;
              case INSERT -> new ConstantVector(StringType.STRING, "insert", size);
              case DELETE -> new ConstantVector(StringType.STRING, "delete", size);
            };
        case VERSION -> version(size);
        case TIMESTAMP -> timestamp(size);
      };
    }

    private ColumnVector vector(OriginColumn column, ColumnVector positions, int size) {
      return switch (column) {
        case ROW_INDEX -> positions;
        case FILE_PATH -> new ConstantVector(StringType.STRING, file.path(), size);
        case COMMIT_VERSION -> version(size);
        case COMMIT_TIMESTAMP -> timestamp(size);
      };
    }

    private ColumnVector version(int size) {
      return new ConstantVector(LongType.LONG, rows.version(), size);
    }

    private ColumnVector timestamp(int size) {
      return new ConstantVector(TimestampType.TIMESTAMP, rows.timestamp() * 1000, size);
    }

    @Override
    public void close() {
      Utils.closeCloseables(results);
    }
  }
}
