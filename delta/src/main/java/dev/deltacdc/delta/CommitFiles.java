/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The files of a table's commits. What an error means is the caller's to say. */
final class CommitFiles {

  private final TableStore store;
  private final Path logPath;

  CommitFiles(TableStore store) {
    this.store = store;
    this.logPath = new Path(store.path(), "_delta_log");
  }

  /** Those that are there of a version and after it, in order. */
  List<FileStatus> from(long version) throws IOException {
    List<FileStatus> commits = new ArrayList<>();
    try (CloseableIterator<FileStatus> files =
        store.engine().getFileSystemClient().listFrom(FileNames.listingPrefix(logPath, version))) {
      while (files.hasNext()) {
        FileStatus file = files.next();
        if (FileNames.isCommitFile(file.getPath())) {
          commits.add(file);
        }
      }
    }
    return commits;
  }

  /**
   * Reads the actions of a commit.
   *
   * @param schema what is wanted of them
   */
  void forEachAction(FileStatus commit, StructType schema, Consumer<Row> visitor)
      throws IOException {
    try (CloseableIterator<ColumnarBatch> batches =
        store
            .engine()
            .getJsonHandler()
            .readJsonFiles(Utils.singletonCloseableIterator(commit), schema, Optional.empty())) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          rows.forEachRemaining(visitor);
        }
      }
    }
  }
}
