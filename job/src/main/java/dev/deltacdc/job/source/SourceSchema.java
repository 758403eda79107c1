/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;

/**
 * The columns of a source table that its records give, in their declared order; computed ones are
 * the planner's.
 *
 * @param primaryKey the columns of PRIMARY KEY, empty if there is none
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
