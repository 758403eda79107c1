/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.transaction.CreateTableTransactionBuilder;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;

/** Writes version 0 of a table. */
final class TableCreation {

  private static final String LOG = "_delta_log";

  private final TableStore store;
  private final DeltaTable table;
  private final boolean deletionVectors;

  TableCreation(TableStore store, DeltaTable table, boolean deletionVectors) {
    this.store = store;
    this.table = table;
    this.deletionVectors = deletionVectors;
  }

  TableSnapshot create() {
    checkDefinition(table, deletionVectors);
    StructType schema = DeltaSchema.toDelta(table.rowType(), table.columnComments());
    checkPath();
    Transaction transaction;
    try {
      transaction = checked(schema);
    } catch (TableAlreadyExistsException faster) {
      return store.latest();
    }
    try {
      transaction.commit(store.engine(), CloseableIterable.emptyIterable());
    } catch (RuntimeException e) {
      if (!TableCommit.isTaken(e)) {
        throw TableException.permanent(e).orElseGet(() -> TableErrors.writeFailed(store.path(), e));
      }
    }
    return store.latest();
  }

  /** Finds what would make {@link #create} fail, as far as that can be seen without writing. */
  void check() {
    checkDefinition(table, deletionVectors);
    Path directory = new Path(store.path());
    try {
      FileSystem files = directory.getFileSystem(store.engine().hadoop());
      checkContents(files, directory);
      Path existing = directory;
      while (existing.getParent() != null && !files.exists(existing)) {
        existing = existing.getParent();
      }
      if (!files.getFileStatus(existing).isDirectory()) {
        throw TableErrors.pathIsFile(existing.toString());
      }
      files.access(existing, FsAction.WRITE_EXECUTE);
      checked(DeltaSchema.toDelta(table.rowType(), table.columnComments()));
    } catch (TableAlreadyExistsException faster) {
      // Checked when the sink starts.
    } catch (IOException e) {
      throw TableErrors.notWritable(store.path(), e);
    }
  }

  /**
   * The transaction that creates the table, if the table can then be written: one that is refused
   * must not be left behind, since its properties outlive a correction of the definition.
   */
  private Transaction checked(StructType schema) {
    try {
      Transaction transaction = transaction(schema);
      new TableCheck(table, deletionVectors).checkNew(store.path(), transaction, store.engine());
      return transaction;
    } catch (TableAlreadyExistsException e) {
      throw e;
    } catch (KernelException | IllegalArgumentException | UnsupportedOperationException e) {
      throw TableErrors.invalidDefinition(store.path(), e);
    }
  }

  private Transaction transaction(StructType schema) {
    Map<String, String> properties = new HashMap<>(table.properties());
    if (deletionVectors) {
      properties.put("delta.enableDeletionVectors", "true");
    }
    CreateTableTransactionBuilder builder =
        TableManager.buildCreateTableTransaction(store.path(), schema, TableCommit.ENGINE_INFO)
            .withTableProperties(properties)
            .withMaxRetries(0);
    if (table.comment() != null) {
      builder = builder.withCommitter(new DescribingCommitter(table.comment()));
    }
    if (!table.partitionColumns().isEmpty()) {
      builder =
          builder.withDataLayoutSpec(DataLayoutSpec.partitioned(columns(table.partitionColumns())));
    } else if (!table.clusterColumns().isEmpty()) {
      builder =
          builder.withDataLayoutSpec(DataLayoutSpec.clustered(columns(table.clusterColumns())));
    }
    return builder.build(store.engine());
  }

  private static void checkProperty(String path, String key, String value) {
    try {
      TableConfig.validateAndNormalizeDeltaProperties(Map.of(key, value));
    } catch (RuntimeException e) {
      throw TableErrors.refusedProperty(path, key, value, e);
    }
  }

  private static List<Column> columns(List<String> names) {
    return names.stream().map(Column::new).toList();
  }

  /** Whether a table can be as described, wherever. */
  static void checkDefinition(DeltaTable table, boolean upsert) {
    table.properties().forEach((key, value) -> checkProperty(table.path(), key, value));
    TableCheck.checkProperties(table.path(), table.properties(), upsert);
    StructType schema = DeltaSchema.toDelta(table.rowType(), table.columnComments());
    DeltaSchema.checkNames(schema);
    List<String> names = schema.fieldNames();
    Map<String, String> seen = new HashMap<>();
    for (String name : names) {
      String same = seen.put(name.toLowerCase(Locale.ROOT), name);
      if (same != null) {
        throw TableErrors.columnsDifferByCase(same, name);
      }
    }
    for (String column : table.partitionColumns()) {
      if (!names.contains(column)) {
        throw TableErrors.unknownColumn("Partition", column, names);
      }
      if (!PartitionValues.supported(schema.get(column).getDataType())) {
        throw TableErrors.partitionType(column, table.rowType().getTypeAt(names.indexOf(column)));
      }
    }
    for (String column : table.clusterColumns()) {
      if (!names.contains(column)) {
        throw TableErrors.unknownColumn("Clustering", column, names);
      }
    }
    if (!names.isEmpty() && table.partitionColumns().size() == names.size()) {
      throw TableErrors.onlyPartitionColumns();
    }
    if (!table.partitionColumns().isEmpty() && !table.clusterColumns().isEmpty()) {
      throw TableErrors.partitionedAndClustered();
    }
  }

  /** The path must be absent, empty, or hold only hidden files, and must be writable. */
  private void checkPath() {
    Path directory = new Path(store.path());
    try {
      FileSystem files = directory.getFileSystem(store.engine().hadoop());
      checkContents(files, directory);
      if (!files.mkdirs(new Path(directory, LOG))) {
        throw TableErrors.notWritable(store.path(), null);
      }
    } catch (IOException e) {
      throw TableErrors.notWritable(store.path(), e);
    }
  }

  private void checkContents(FileSystem files, Path directory) throws IOException {
    try {
      if (!files.getFileStatus(directory).isDirectory()) {
        throw TableErrors.pathIsFile(store.path());
      }
      for (FileStatus file : files.listStatus(directory)) {
        String name = file.getPath().getName();
        if (!name.equals(LOG) && !name.startsWith(".")) {
          throw TableErrors.pathHoldsOtherFiles(store.path(), name);
        }
      }
    } catch (FileNotFoundException absent) {
      // Created below.
    }
  }
}
