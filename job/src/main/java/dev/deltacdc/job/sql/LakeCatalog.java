/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.sql;

import dev.deltacdc.connector.DeltaConnectorOptions;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableLayout;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.topology.Lake;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogPartitionSpec;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.exceptions.TableAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.catalog.stats.CatalogColumnStatistics;
import org.apache.flink.table.catalog.stats.CatalogTableStatistics;
import org.apache.flink.table.expressions.Expression;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;

/**
 * The tables of a lake by their names: {@code t} and {@code d.t} in the catalog without a folder,
 * {@code c.d.t} in the one of folder c. Nothing is kept: the lake is asked each time.
 */
final class LakeCatalog extends GenericInMemoryCatalog {

  /** Stands for no folder at all, in names of one part. */
  static final String NO_FOLDER = "__deltacdc_lake";

  private final Lake lake;
  @Nullable private final String folder;

  /**
   * @param folder first part of the names of three, {@code null}: of shorter names
   */
  LakeCatalog(Lake lake, @Nullable String folder) {
    super(folder == null ? NO_FOLDER : folder, NO_FOLDER);
    this.lake = lake;
    this.folder = folder;
  }

  @Override
  public Optional<Factory> getFactory() {
    return Optional.of(new LakeTableFactory());
  }

  /** A database is a folder, which a table makes. */
  @Override
  public boolean databaseExists(String database) {
    return true;
  }

  @Override
  public CatalogDatabase getDatabase(String database) {
    return new CatalogDatabaseImpl(Map.of(), null);
  }

  @Override
  public boolean tableExists(ObjectPath table) {
    return find(table).isPresent();
  }

  @Override
  public CatalogBaseTable getTable(ObjectPath path) throws TableNotExistException {
    TableSnapshot table = find(path).orElseThrow(() -> new TableNotExistException(getName(), path));
    TableLayout layout = table.layout();
    Map<String, String> options = new TreeMap<>();
    options.put("connector", "delta");
    options.put(DeltaConnectorOptions.TABLE_PATH.key(), lake.path(name(path)));
    lake.hadoop()
        .forEach((key, value) -> options.put(DeltaConnectorOptions.HADOOP_PREFIX + key, value));
    return CatalogTable.newBuilder()
        .schema(
            Schema.newBuilder()
                .fromRowDataType(TypeConversions.fromLogicalToDataType(layout.rowType()))
                .build())
        .partitionKeys(layout.partitionColumns())
        .options(options)
        .build();
  }

  @Override
  public void createTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfExists)
      throws TableAlreadyExistException {
    if (tableExists(path)) {
      if (!ignoreIfExists) {
        throw new TableAlreadyExistException(getName(), path);
      }
      return;
    }
    if (!(table instanceof ResolvedCatalogTable resolved)) {
      throw new ValidationException(
          "Only tables are made in a lake. Write CREATE TEMPORARY VIEW: a view lives in this text"
              + " only.");
    }
    checkColumns(resolved.getResolvedSchema());
    checkOptions(resolved.getOptions());
    store(path)
        .createOrCheck(
            new DeltaTable(
                lake.path(name(path)),
                (RowType) resolved.getResolvedSchema().toPhysicalRowDataType().getLogicalType(),
                comments(resolved.getResolvedSchema()),
                resolved.getPartitionKeys(),
                List.of(),
                resolved.getOptions(),
                resolved.getComment()),
            /* deletionVectors= */ false);
  }

  @Override
  public void dropTable(ObjectPath table, boolean ignoreIfNotExists) {
    throw new ValidationException(
        "A table is dropped by removing its folder, " + lake.path(name(table)) + ".");
  }

  /** The source leaves files out by their partitions itself; the planner needs not know them. */
  @Override
  public List<CatalogPartitionSpec> listPartitions(ObjectPath table) {
    return List.of();
  }

  @Override
  public List<CatalogPartitionSpec> listPartitionsByFilter(
      ObjectPath table, List<Expression> filters) {
    return List.of();
  }

  @Override
  public CatalogTableStatistics getTableStatistics(ObjectPath table) {
    return CatalogTableStatistics.UNKNOWN;
  }

  @Override
  public CatalogColumnStatistics getTableColumnStatistics(ObjectPath table) {
    return CatalogColumnStatistics.UNKNOWN;
  }

  private static Map<String, String> comments(ResolvedSchema schema) {
    Map<String, String> comments = new TreeMap<>();
    schema
        .getColumns()
        .forEach(
            column -> column.getComment().ifPresent(text -> comments.put(column.getName(), text)));
    return comments;
  }

  private static void checkColumns(ResolvedSchema schema) {
    List<String> wrong = new ArrayList<>();
    schema.getColumns().stream()
        .filter(column -> !column.isPhysical())
        .map(Column::getName)
        .forEach(column -> wrong.add("column " + column + " is computed or metadata"));
    schema.getPrimaryKey().ifPresent(key -> wrong.add("it has a PRIMARY KEY"));
    if (!schema.getWatermarkSpecs().isEmpty()) {
      wrong.add("it has a WATERMARK");
    }
    if (!wrong.isEmpty()) {
      throw new ValidationException(
          "A Delta table cannot hold that: " + String.join("; ", wrong) + ". Leave it out.");
    }
  }

  private static void checkOptions(Map<String, String> options) {
    options.keySet().stream()
        .filter(key -> !key.startsWith(DeltaConnectorOptions.TABLE_PREFIX))
        .findFirst()
        .ifPresent(
            key -> {
              throw new ValidationException(
                  "'"
                      + key
                      + "' is no property of a Delta table. In the lake the name says where a table"
                      + " is; WITH takes properties such as 'delta.logRetentionDuration' only.");
            });
  }

  private Optional<TableSnapshot> find(ObjectPath path) {
    return isFolder(path) ? store(path).find() : Optional.empty();
  }

  private boolean isFolder(ObjectPath path) {
    try {
      return !lake.path(name(path)).isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private TableStore store(ObjectPath path) {
    return lake.store(name(path));
  }

  private TableName name(ObjectPath path) {
    List<String> parts = new ArrayList<>();
    if (folder != null) {
      parts.add(folder);
    }
    if (!path.getDatabaseName().equals(NO_FOLDER)) {
      parts.add(path.getDatabaseName());
    }
    parts.add(path.getObjectName());
    return TableName.of(parts.toArray(String[]::new));
  }
}
