/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.ColumnSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.ExpectationSpec;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableReferences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** A streaming table and the flows into it, which have to agree. */
final class TargetResolver {

  private final StreamingTableSpec table;
  private final List<? extends TargetFlow> flows;
  private final Planner planner;
  private final Diagnostics diagnostics;

  TargetResolver(StreamingTableSpec table, List<? extends TargetFlow> flows, Planner planner) {
    this.table = table;
    this.flows = flows;
    this.planner = planner;
    this.diagnostics = planner.diagnostics();
  }

  /** The table, without its snapshots' event time; empty if an error was found. */
  Optional<ResolvedTarget> resolve() {
    long before = diagnostics.errors();
    List<CdcFlow> cdc =
        flows.stream().filter(CdcFlow.class::isInstance).map(CdcFlow.class::cast).toList();
    if (!cdc.isEmpty() && cdc.size() < flows.size()) {
      diagnostics.error(ResolveErrors.mixedFlows(table.name().position(), table.name()));
      return Optional.empty();
    }
    Set<String> keys = new HashSet<>();
    cdc.forEach(flow -> flow.keys().forEach(key -> keys.add(key.toLowerCase(Locale.ROOT))));
    Optional<RowType> columns =
        table.columns().isEmpty()
            ? Optional.of(flows.get(0).output())
            : DeclaredColumns.of(table, keys, planner);
    if (columns.isEmpty() || diagnostics.errors() > before) {
      return Optional.empty();
    }
    RowType rowType = columns.get();
    checkTypes(rowType);
    if (diagnostics.errors() == before) {
      new DeltaDefinition(table, !cdc.isEmpty(), diagnostics).check(rowType, this::position);
    }
    flows.forEach(flow -> checkColumns(flow, rowType));
    cdc.forEach(flow -> checkAgree(flow, cdc.get(0)));
    checkExpectations(rowType);
    checkLayout(rowType);
    return diagnostics.errors() > before ? Optional.empty() : Optional.of(target(cdc, rowType));
  }

  private void checkTypes(RowType rowType) {
    for (RowType.RowField field : rowType.getFields()) {
      Position at = position(field.getName());
      Types.refusal(field.getType())
          .ifPresent(
              advice ->
                  diagnostics.error(
                      ResolveErrors.type(at, field.getName(), field.getType(), advice)));
      if (Types.hasTimestampNtz(field.getType())) {
        diagnostics.notice(ResolveErrors.timestampNtz(at, field.getName()));
      }
    }
  }

  /** Where a column is declared, else where the table is. */
  private Position position(String column) {
    return table.columns().stream()
        .map(ColumnSpec::name)
        .filter(name -> name.matches(column))
        .map(Identifier::position)
        .findFirst()
        .orElse(table.name().position());
  }

  private void checkColumns(TargetFlow flow, RowType rowType) {
    List<String> given = flow.output().getFieldNames();
    for (RowType.RowField field : rowType.getFields()) {
      int index = ColumnNames.index(given, field.getName());
      if (index < 0) {
        diagnostics.error(
            ResolveErrors.missingColumn(
                flow.position(), flow.name(), field.getName(), table.name(), given));
      } else if (Types.fit(flow.output().getTypeAt(index), field.getType()) == Types.Fit.NO) {
        diagnostics.error(
            ResolveErrors.misfit(
                flow.position(),
                flow.name(),
                field.getName(),
                flow.output().getTypeAt(index),
                field.getType()));
      }
    }
    for (String column : given) {
      if (ColumnNames.index(rowType.getFieldNames(), column) < 0) {
        diagnostics.error(
            ResolveErrors.extraColumn(
                flow.position(), flow.name(), column, table.name(), rowType.getFieldNames()));
      }
    }
  }

  private void checkAgree(CdcFlow flow, CdcFlow first) {
    if (!lower(flow.keys()).equals(lower(first.keys()))) {
      diagnostics.error(
          ResolveErrors.otherKeys(
              flow.spec().keys().get(0).position(), flow.name(), first.keys(), first.name()));
    }
    if (!flow.sequenceTypes().equals(first.sequenceTypes())) {
      diagnostics.error(
          ResolveErrors.otherSequence(
              flow.spec().sequence().get(0).position(),
              flow.name(),
              flow.sequenceText(),
              first.name(),
              first.sequenceText()));
    }
  }

  private static List<String> lower(List<String> names) {
    return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
  }

  private void checkExpectations(RowType rowType) {
    if (table.expectations().isEmpty()) {
      return;
    }
    ObjectIdentifier columns =
        ObjectIdentifier.of(
            PipelineCatalogs.CATALOG,
            PipelineCatalogs.DATABASE,
            EventOrigin.HIDDEN_PREFIX + "target_" + table.name().key());
    planner.register(columns, ViewResolver.schema(rowType));
    ExpectationResolver.check(
        table.expectations(),
        columns.asSerializableString()
            + " AS "
            + Sql.quoted(PipelineCatalogs.identifier(table.name()).getObjectName()),
        rowType.getFieldNames(),
        planner);
  }

  private void checkLayout(RowType rowType) {
    List<String> names = rowType.getFieldNames();
    for (Identifier column : table.partitionedBy()) {
      int index = ColumnNames.index(names, column);
      if (index < 0) {
        diagnostics.error(
            ResolveErrors.unknownColumn(column, "PARTITIONED BY", "table " + table.name(), names));
      } else if (!isPartitionType(rowType.getTypeAt(index))) {
        diagnostics.error(ResolveErrors.partitionType(column, rowType.getTypeAt(index)));
      }
    }
    for (Identifier column : table.clusteredBy()) {
      if (ColumnNames.index(names, column) < 0) {
        diagnostics.error(
            ResolveErrors.unknownColumn(column, "CLUSTER BY", "table " + table.name(), names));
      }
    }
    Position at = table.name().position();
    if (!table.partitionedBy().isEmpty() && !table.clusteredBy().isEmpty()) {
      diagnostics.error(ResolveErrors.partitionedAndClustered(at, table.name()));
    }
    if (!names.isEmpty() && table.partitionedBy().size() == names.size()) {
      diagnostics.error(ResolveErrors.allPartitioned(at, table.name()));
    }
  }

  private static boolean isPartitionType(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ARRAY, MAP, ROW, BINARY, VARBINARY -> false;
      default -> true;
    };
  }

  private ResolvedTarget target(List<CdcFlow> cdc, RowType rowType) {
    List<String> names = rowType.getFieldNames();
    Map<String, String> comments = new HashMap<>();
    for (ColumnSpec column : table.columns()) {
      if (column.comment() != null) {
        comments.put(column.name().text(), column.comment());
      }
    }
    return new ResolvedTarget(
        table.name(),
        !cdc.isEmpty(),
        rowType,
        cdc.isEmpty()
            ? List.of()
            : cdc.get(0).keys().stream().map(key -> ColumnNames.index(names, key)).toList(),
        cdc.isEmpty() ? List.of() : cdc.get(0).sequenceTypes(),
        sequenceColumns(cdc, rowType),
        null,
        spelled(table.partitionedBy(), names),
        spelled(table.clusteredBy(), names),
        comments,
        table.properties(),
        table.comment());
  }

  private static List<Integer> sequenceColumns(List<CdcFlow> flows, RowType rowType) {
    Set<List<Integer>> columns = new HashSet<>();
    flows.forEach(flow -> columns.add(flow.sequenceColumns(rowType)));
    return columns.size() == 1 ? columns.iterator().next() : List.of();
  }

  private static List<String> spelled(List<Identifier> columns, List<String> names) {
    return columns.stream().map(column -> names.get(ColumnNames.index(names, column))).toList();
  }

  /** The flows with the SQL that gives the target's columns. */
  List<ResolvedFlow> flows(ResolvedTarget target, Scope scope) {
    List<ResolvedFlow> resolved = new ArrayList<>();
    List<SqlText> conditions =
        table.expectations().stream().map(ExpectationSpec::condition).toList();
    List<String> names = target.rowType().getFieldNames();
    for (TargetFlow flow : flows) {
      try {
        resolved.add(flow(flow, target, names, conditions, scope));
      } catch (ValidationException | TableException e) {
        diagnostics.error(PlannerErrors.inWhole(e, flow.position()));
      }
    }
    return resolved;
  }

  private ResolvedFlow flow(
      TargetFlow flow,
      ResolvedTarget target,
      List<String> names,
      List<SqlText> conditions,
      Scope scope) {
    List<String> casts = casts(flow.output(), target.rowType());
    if (flow instanceof CdcFlow cdc) {
      return cdc(cdc, target, planner.planned(cdc.sql(names, casts, conditions), Namespace.NONE));
    }
    AppendFlow append = (AppendFlow) flow;
    PlannedQuery query =
        planner.planned(append.sql(names, casts, conditions), append.spec().namespace());
    if (!planner.isInsertOnly(query)) {
      diagnostics.error(
          ResolveErrors.notInsertOnly(append.spec().query().position(), append.name()));
    }
    return append(append, names.size(), query, scope);
  }

  private ResolvedFlow cdc(CdcFlow flow, ResolvedTarget target, PlannedQuery query) {
    if (!planner.isInsertOnly(query)) {
      diagnostics.error(ResolveErrors.notInsertOnly(flow.spec().source().position(), flow.name()));
    }
    int firstExpectation =
        target.rowType().getFieldCount() + flow.sequenceTypes().size() + (flow.hasDelete() ? 1 : 0);
    return new ResolvedFlow.Cdc(
        flow.name(),
        flow.spec().comment(),
        target.name(),
        List.of(flow.source().name()),
        query,
        flow.spec().once(),
        flow.sequenceTypes(),
        flow.hasDelete(),
        ExpectationResolver.at(table.expectations(), firstExpectation),
        flow.hasOrigin());
  }

  private ResolvedFlow append(AppendFlow flow, int columns, PlannedQuery query, Scope scope) {
    return new ResolvedFlow.Append(
        flow.name(),
        flow.spec().comment(),
        table.name(),
        scope.known(TableReferences.in(flow.spec().query(), flow.spec().namespace())),
        query,
        ExpectationResolver.at(table.expectations(), columns),
        flow.carried() != null);
  }

  /** The target's columns as expressions over a flow's. */
  private static List<String> casts(RowType output, RowType target) {
    List<String> casts = new ArrayList<>();
    for (RowType.RowField field : target.getFields()) {
      int index = ColumnNames.index(output.getFieldNames(), field.getName());
      String column = Sql.quoted(output.getFieldNames().get(index));
      boolean same = Types.fit(output.getTypeAt(index), field.getType()) == Types.Fit.SAME;
      casts.add(
          same
              ? column
              : "CAST("
                  + column
                  + " AS "
                  + field.getType().copy(true).asSerializableString()
                  + ")");
    }
    return casts;
  }
}
