/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;

/**
 * The columns of a source table that its records give, in their declared order; computed ones are
 * the planner's.
 *
 * @param primaryKey the columns of PRIMARY KEY, empty if there is none
 * @param needed those that a CSV header must have, beside what is NOT NULL
 */
public record SourceSchema(List<SourceColumn> columns, List<String> primaryKey, List<String> needed)
    implements Serializable {

  public SourceSchema {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    needed = List.copyOf(needed);
  }

  /** Of which the primary key is needed. */
  public SourceSchema(List<SourceColumn> columns, List<String> primaryKey) {
    this(columns, primaryKey, primaryKey);
  }

  /** Physical columns only. */
  public static SourceSchema of(RowType rowType) {
    return new SourceSchema(
        rowType.getFields().stream()
            .map(field -> SourceColumn.physical(field.getName(), field.getType()))
            .toList(),
        List.of());
  }

  /**
   * The same with columns without which an event says something else, or nothing.
   *
   * @param names in any case; those of other columns are left out
   */
  public SourceSchema needing(Collection<String> names) {
    List<String> all =
        physical().stream()
            .map(SourceColumn::name)
            .filter(
                name ->
                    primaryKey.contains(name) || names.stream().anyMatch(name::equalsIgnoreCase))
            .toList();
    return new SourceSchema(columns, primaryKey, all);
  }

  /** The columns as a type, with what is declared NOT NULL. */
  public RowType rowType() {
    return rowType(columns);
  }

  List<SourceColumn> physical() {
    return columns.stream().filter(SourceColumn::isPhysical).toList();
  }

  static RowType rowType(List<SourceColumn> columns) {
    return new RowType(
        false,
        columns.stream()
            .map(column -> new RowType.RowField(column.name(), column.type()))
            .toList());
  }
}
