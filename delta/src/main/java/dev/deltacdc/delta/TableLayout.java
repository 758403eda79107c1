/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * What one needs to know of a table to read its data files without its log: travels with a job.
 *
 * @param tableId see {@link TableSnapshot#tableId}
 * @param version of the table that has this layout
 * @param schema the columns as the log's JSON, column mapping included
 * @param partitionColumns names
 * @param properties of the table
 * @param changeFeed whether rows are changes: then what the feed says of them are columns, too
 */
public record TableLayout(
    String tableId,
    long version,
    String schema,
    List<String> partitionColumns,
    Map<String, String> properties,
    boolean changeFeed)
    implements Serializable {

  private static final String FEED_ENABLED = "delta.enableChangeDataFeed";

  TableLayout(
      String tableId,
      long version,
      String schema,
      List<String> partitionColumns,
      Map<String, String> properties) {
    this(tableId, version, schema, partitionColumns, properties, false);
  }

  public TableLayout {
    partitionColumns = List.copyOf(partitionColumns);
    properties = Map.copyOf(properties);
  }

  /** The columns as Flink has them. */
  public RowType rowType() {
    return DeltaSchema.fromDelta(columns());
  }

  /**
   * The layout of the table's change feed: behind its columns {@code _change_type}, {@code
   * _commit_version} and {@code _commit_timestamp}.
   *
   * @param table what errors call it
   * @throws TableException when the table keeps none at this version
   */
  public TableLayout ofChangeFeed(String table) {
    if (!Boolean.parseBoolean(properties.get(FEED_ENABLED))) {
      throw TableErrors.noChangeFeed(table, version);
    }
    return new TableLayout(tableId, version, schema, partitionColumns, properties, true);
  }

  /**
   * Some of the columns as Flink has them. The others may have types that it does not.
   *
   * @param names of columns that are there
   */
  public RowType rowType(List<String> names) {
    StructType all = columns();
    return DeltaSchema.fromDelta(new StructType(names.stream().map(all::get).toList()));
  }

  StructType columns() {
    StructType columns = DataTypeJsonSerDe.deserializeStructType(schema);
    if (changeFeed) {
      for (ChangeColumn column : ChangeColumn.values()) {
        columns = columns.add(column.field());
      }
    }
    return columns;
  }

  /** What the column says of a change, empty for a column of the table's own. */
  Optional<ChangeColumn> changeColumn(String name) {
    return changeFeed ? ChangeColumn.of(name) : Optional.empty();
  }

  ColumnMapping.ColumnMappingMode columnMapping() {
    return ColumnMapping.getColumnMappingMode(properties);
  }

  boolean isPartition(String column) {
    return partitionColumns.stream().anyMatch(column::equalsIgnoreCase);
  }

  /**
   * What keeps a reader that has this layout from going on with files of a later one: a column that
   * it reads is gone, is another one, or has another type. New columns don't count.
   *
   * @param read names of the columns that are read
   * @return in words, empty when it can go on
   */
  public Optional<String> difference(TableLayout later, List<String> read) {
    if (!lowerCase(partitionColumns).equals(lowerCase(later.partitionColumns))) {
      return Optional.of("it is partitioned by " + later.partitionColumns + " now");
    }
    StructType now = later.columns();
    for (String name : read) {
      if (changeColumn(name).isPresent()) {
        continue;
      }
      StructField was = field(columns(), name).orElseThrow();
      Optional<StructField> is = field(now, name);
      if (is.isEmpty()) {
        return Optional.of("column " + name + " is gone or has another name");
      }
      if (!ColumnMapping.getPhysicalName(was).equals(ColumnMapping.getPhysicalName(is.get()))) {
        return Optional.of("column " + name + " was dropped and is another one now");
      }
      if (!SchemaComparison.sameType(was.getDataType(), is.get().getDataType())) {
        return Optional.of(
            "column %s is %s now, not %s"
                .formatted(name, is.get().getDataType(), was.getDataType()));
      }
    }
    return Optional.empty();
  }

  /**
   * How columns differ that somebody wants to read: names must be the same, types, too; NULLs and
   * declared lengths don't count. Times have the precision of the table, else they would be cut.
   *
   * @param wanted some columns, in any order
   * @return in words, empty when they can be read
   */
  public List<String> differences(RowType wanted) {
    List<String> differences = new ArrayList<>();
    StructType actual = columns();
    for (RowType.RowField field : wanted.getFields()) {
      if (actual.indexOf(field.getName()) < 0) {
        differences.add(
            "column %s is not there; there are %s"
                .formatted(field.getName(), String.join(", ", actual.fieldNames())));
        continue;
      }
      StructField found = actual.get(field.getName());
      LogicalType type =
          DeltaSchema.fromDelta(found.getDataType(), found.getName()).copy(found.isNullable());
      boolean same =
          SchemaComparison.sameType(
                  DeltaSchema.toDelta(field.getType(), field.getName()), found.getDataType())
              && hasPrecisionOf(type, field.getType());
      if (!same) {
        differences.add(
            "column %s is %s, not %s"
                .formatted(
                    field.getName(),
                    type.copy(true).asSummaryString(),
                    field.getType().copy(true).asSummaryString()));
      }
    }
    return differences;
  }

  private static boolean hasPrecisionOf(LogicalType actual, LogicalType wanted) {
    if (actual.isAnyOf(LogicalTypeFamily.TIMESTAMP)) {
      return LogicalTypeChecks.getPrecision(actual) == LogicalTypeChecks.getPrecision(wanted);
    }
    List<LogicalType> within = actual.getChildren();
    for (int i = 0; i < within.size(); i++) {
      if (!hasPrecisionOf(within.get(i), wanted.getChildren().get(i))) {
        return false;
      }
    }
    return true;
  }

  static Optional<StructField> field(StructType columns, String name) {
    return columns.fields().stream()
        .filter(field -> field.getName().equalsIgnoreCase(name))
        .findFirst();
  }

  private static List<String> lowerCase(List<String> names) {
    List<String> all = new ArrayList<>();
    names.forEach(name -> all.add(name.toLowerCase(Locale.ROOT)));
    return all;
  }
}
