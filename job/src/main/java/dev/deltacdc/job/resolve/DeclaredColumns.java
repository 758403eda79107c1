/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.ColumnSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The columns that a streaming table declares, with the types that Flink reads. */
final class DeclaredColumns {

  private DeclaredColumns() {}

  /**
   * The columns as a type.
   *
   * @param columns those that flows write
   * @param keys lower-case names of key columns, which may be declared NOT NULL: an event without a
   *     key is rejected anyway
   * @return empty if an error was found
   */
  static Optional<RowType> of(List<ColumnSpec> columns, Set<String> keys, Planner planner) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (ColumnSpec column : columns) {
      type(column, planner)
          .ifPresent(
              type -> {
                if (!type.isNullable()
                    && !keys.contains(column.name().text().toLowerCase(Locale.ROOT))) {
                  planner
                      .diagnostics()
                      .error(ResolveErrors.notNull(column.type().position(), column.name().text()));
                }
                fields.add(new RowType.RowField(column.name().text(), Types.plain(type)));
              });
      if (ColumnNames.isHistory(column.name().text())) {
        planner.diagnostics().error(HistoryErrors.noHistory(column.name()));
      } else {
        ColumnNames.check(
            List.of(column.name().text()), name -> column.name().position(), planner.diagnostics());
      }
    }
    return fields.size() == columns.size()
        ? Optional.of(new RowType(false, fields))
        : Optional.empty();
  }

  /** As declared; empty if an error was found. */
  static Optional<LogicalType> type(ColumnSpec column, Planner planner) {
    DecimalDigits.check(column.type(), planner.diagnostics());
    ObjectIdentifier scratch =
        ObjectIdentifier.of(
            PipelineCatalogs.CATALOG,
            PipelineCatalogs.DATABASE,
            EventOrigin.HIDDEN_PREFIX + "declared");
    try {
      planner
          .env()
          .executeSql(
              column
                  .type()
                  .padded(
                      "CREATE TEMPORARY TABLE " + scratch.asSerializableString() + " (c ",
                      ") WITH ('connector' = '" + PlanningModule.CONNECTOR + "')"));
      ResolvedSchema schema =
          planner.env().from(scratch.asSerializableString()).getResolvedSchema();
      return Optional.of(schema.getColumns().get(0).getDataType().getLogicalType());
    } catch (RuntimeException e) {
      planner
          .diagnostics()
          .error(PlannerErrors.inPart(e, column.type(), planner.vocabulary(List.of())));
      return Optional.empty();
    } finally {
      planner.env().executeSql("DROP TEMPORARY TABLE IF EXISTS " + scratch.asSerializableString());
    }
  }
}
