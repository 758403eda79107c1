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
 * @param primaryKey the columns of PRIMARY KEY, or else those that are known to identify a row
 */
public record SourceSchema(List<SourceColumn> columns, List<String> primaryKey)
    implements Serializable {

  public SourceSchema {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
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
   * The same with columns that identify a row, where no PRIMARY KEY says it.
   *
   * @param keys names, in any case; those of other columns are left out
   */
  public SourceSchema identifiedBy(Collection<String> keys) {
    return primaryKey.isEmpty()
        ? new SourceSchema(
            columns,
            physical().stream()
                .map(SourceColumn::name)
                .filter(name -> keys.stream().anyMatch(name::equalsIgnoreCase))
                .toList())
        : this;
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
