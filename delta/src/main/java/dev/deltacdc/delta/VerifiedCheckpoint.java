/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.ExpressionHandler;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.engine.FileSystemClient;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes a checkpoint of the log under a temporary name, compares the number of its files with the
 * table's, and publishes it only then. Kernel alone publishes whatever was written when reading the
 * log fails half way (delta-io/delta#7174): a valid checkpoint without part of the table's files,
 * so that rows are lost for ever.
 */
final class VerifiedCheckpoint {

  private VerifiedCheckpoint() {}

  /**
   * A checkpoint of the newest version, which is {@code committed} or later. Expired log entries
   * are cleaned up then, by Kernel, and what it leaves of them.
   */
  static void write(TableSnapshot committed) throws IOException {
    SnapshotImpl latest =
        (SnapshotImpl) TableManager.loadSnapshot(committed.path()).build(committed.engine());
    try {
      write(latest, committed.engine(), expectedFiles(latest, committed));
    } catch (CheckpointAlreadyExistsException e) {
      // Another writer was faster.
    }
    LogLeftovers.remove(committed.engine(), committed.path(), System.currentTimeMillis());
  }

  static void write(SnapshotImpl snapshot, TableEngine engine, long expectedFiles)
      throws IOException {
    snapshot.writeCheckpoint(new CountingEngine(engine, expectedFiles));
  }

  /** From the checksum where there is one, else by a replay of the log of its own. */
  private static long expectedFiles(SnapshotImpl latest, TableSnapshot committed) {
    if (latest.getCurrentCrcInfo().isPresent()) {
      return latest.getCurrentCrcInfo().get().getNumFiles();
    }
    long[] count = {0};
    committed.with(latest).forEachLiveFile(file -> count[0]++);
    return count[0];
  }

  private record CountingEngine(TableEngine engine, long expectedFiles) implements Engine {
    @Override
    public ExpressionHandler getExpressionHandler() {
      return engine.getExpressionHandler();
    }

    @Override
    public JsonHandler getJsonHandler() {
      return engine.getJsonHandler();
    }

    @Override
    public FileSystemClient getFileSystemClient() {
      return engine.getFileSystemClient();
    }

    @Override
    public ParquetHandler getParquetHandler() {
      return new CountingParquetHandler(engine.getParquetHandler(), engine.hadoop(), expectedFiles);
    }
  }

  private record CountingParquetHandler(
      ParquetHandler handler, Configuration hadoop, long expectedFiles) implements ParquetHandler {
    @Override
    public CloseableIterator<FileReadResult> readParquetFiles(
        CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate)
        throws IOException {
      return handler.readParquetFiles(files, schema, predicate);
    }

    @Override
    public CloseableIterator<DataFileStatus> writeParquetFiles(
        String directory, CloseableIterator<FilteredColumnarBatch> data, List<Column> statsColumns)
        throws IOException {
      return handler.writeParquetFiles(directory, data, statsColumns);
    }

    @Override
    public void writeParquetFileAtomically(
        String path, CloseableIterator<FilteredColumnarBatch> data) throws IOException {
      Path target = new Path(path);
      FileSystem files = target.getFileSystem(hadoop);
      Path temporary =
          new Path(target.getParent(), "." + target.getName() + "." + UUID.randomUUID() + ".tmp");
      CountedActions counted = new CountedActions(data);
      try {
        handler.writeParquetFileAtomically(temporary.toString(), counted);
        if (counted.files != expectedFiles) {
          throw new IOException(
              "Checkpoint %s was not written: it would hold %d of the table's %d files. Reading the log failed half way; the next checkpoint tries again."
                  .formatted(path, counted.files, expectedFiles));
        }
        if (files.exists(target)) {
          throw new FileAlreadyExistsException(path);
        }
        if (!files.rename(temporary, target)) {
          throw new IOException("Could not rename " + temporary + " to " + target);
        }
      } finally {
        files.delete(temporary, false);
      }
    }
  }

  /** Counts the AddFile actions that pass. */
  private static final class CountedActions implements CloseableIterator<FilteredColumnarBatch> {
    private final CloseableIterator<FilteredColumnarBatch> data;
    private long files;

    CountedActions(CloseableIterator<FilteredColumnarBatch> data) {
      this.data = data;
    }

    @Override
    public boolean hasNext() {
      return data.hasNext();
    }

    @Override
    public FilteredColumnarBatch next() {
      FilteredColumnarBatch batch = data.next();
      ColumnarBatch actions = batch.getData();
      ColumnVector adds = actions.getColumnVector(actions.getSchema().indexOf("add"));
      for (int i = 0; i < actions.getSize(); i++) {
        if (isSelected(batch, i) && !adds.isNullAt(i)) {
          files++;
        }
      }
      return batch;
    }

    private static boolean isSelected(FilteredColumnarBatch batch, int row) {
      return batch
          .getSelectionVector()
          .map(vector -> !vector.isNullAt(row) && vector.getBoolean(row))
          .orElse(true);
    }

    @Override
    public void close() throws IOException {
      data.close();
    }
  }
}
