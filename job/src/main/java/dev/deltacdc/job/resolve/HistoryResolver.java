/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.ColumnSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The columns that SCD type 2 adds to a table. */
final class HistoryResolver {

  private final StreamingTableSpec table;
  private final List<CdcFlow> flows;
  private final Planner planner;
  private final Diagnostics diagnostics;

  HistoryResolver(StreamingTableSpec table, List<CdcFlow> flows, Planner planner) {
    this.table = table;
    // A flow of other types has an error of its own.
    this.flows =
        flows.stream()
            .filter(flow -> flow.sequenceTypes().equals(flows.get(0).sequenceTypes()))
            .toList();
    this.planner = planner;
    this.diagnostics = planner.diagnostics();
  }

  /** The type of both columns; empty if an error was found. */
  Optional<LogicalType> resolve() {
    long before = diagnostics.errors();
    CdcFlow first = flows.get(0);
    List<LogicalType> parts = first.sequenceTypes().stream().map(Types::plain).toList();
    for (int i = 0; i < parts.size(); i++) {
      check(parts.get(i), first.spec().sequence().get(i).position());
    }
    LogicalType sequence = parts.size() == 1 ? parts.get(0) : named(struct(parts));
    checkDeclared(sequence);
    return diagnostics.errors() > before ? Optional.empty() : Optional.of(sequence);
  }

  private void check(LogicalType part, Position at) {
    Types.refusal(part)
        .ifPresent(
            advice ->
                diagnostics.error(ResolveErrors.type(at, ResolvedHistory.START_AT, part, advice)));
    if (Types.hasTimestampNtz(part)) {
      diagnostics.notice(ResolveErrors.timestampNtz(at, ResolvedHistory.START_AT));
    }
  }

  /** With the fields' names of a declared column of such a ROW. */
  private LogicalType named(RowType struct) {
    return table.columns().stream()
        .filter(column -> ColumnNames.isHistory(column.name().text()))
        .flatMap(column -> DeclaredColumns.type(column, planner).stream())
        .map(Types::plain)
        .filter(
            type -> type instanceof RowType row && row.getChildren().equals(struct.getChildren()))
        .findFirst()
        .orElse(struct);
  }

  /**
   * A field is named as its column in the first flow, or by its place where it has none or names
   * would collide.
   */
  private RowType struct(List<LogicalType> parts) {
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < parts.size(); i++) {
      names.add(name(i));
      seen.add(name(i).toLowerCase(Locale.ROOT));
    }
    List<RowType.RowField> fields = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      String name = seen.size() == parts.size() ? names.get(i) : byPlace(i);
      fields.add(new RowType.RowField(name, parts.get(i)));
    }
    return new RowType(true, fields);
  }

  private String name(int part) {
    CdcFlow flow = flows.get(0);
    return flow.source().columns().getFieldNames().stream()
        .filter(column -> Sql.isColumn(flow.spec().sequence().get(part), column))
        .findFirst()
        .orElse(byPlace(part));
  }

  private static String byPlace(int part) {
    return "field_" + (part + 1);
  }

  /** The table may declare them: both, with the sequence's type. */
  private void checkDeclared(LogicalType sequence) {
    List<ColumnSpec> declared =
        table.columns().stream()
            .filter(column -> ColumnNames.isHistory(column.name().text()))
            .toList();
    if (declared.size() == 1) {
      diagnostics.error(HistoryErrors.halfHistory(declared.get(0).name()));
    }
    for (ColumnSpec column : declared) {
      DeclaredColumns.type(column, planner)
          .filter(type -> !type.isNullable() || !Types.isOne(Types.plain(type), sequence))
          .ifPresent(
              type ->
                  diagnostics.error(
                      HistoryErrors.historyType(
                          column.type().position(), column.name().text(), type, sequence)));
    }
  }
}
