/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.ColumnSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import java.util.List;
import java.util.Optional;
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
    LogicalType sequence = named(SequenceType.of(flows));
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

  /** With the fields' names of a declared column, if it is such a ROW. */
  private LogicalType named(LogicalType sequence) {
    return table.columns().stream()
        .filter(column -> ColumnNames.isHistory(column.name().text()))
        .flatMap(column -> DeclaredColumns.type(column, planner).stream())
        .map(Types::plain)
        .filter(
            type -> type instanceof RowType row && row.getChildren().equals(sequence.getChildren()))
        .findFirst()
        .orElse(sequence);
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
