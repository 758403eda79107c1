/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static java.util.stream.Collectors.joining;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.ColumnSelection;
import dev.deltacdc.job.pipeline.ColumnSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** A streaming table and the flows into it, which have to agree. */
final class TargetResolver {

  private static final Set<ViolationAction> LEAVES_OUT =
      Set.of(ViolationAction.DROP_ROW, ViolationAction.QUARANTINE);

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
    checkSnapshots(cdc);
    if (!cdc.isEmpty() && !agreeOnScdType(cdc)) {
      return Optional.empty();
    }
    boolean history = !cdc.isEmpty() && cdc.get(0).spec().scdType() == 2;
    Set<String> keys = new HashSet<>();
    cdc.forEach(flow -> flow.keys().forEach(key -> keys.add(key.toLowerCase(Locale.ROOT))));
    for (TargetFlow flow : flows) {
      if (flow instanceof ViewFlow view) {
        view.spec().primaryKey().forEach(key -> keys.add(key.text().toLowerCase(Locale.ROOT)));
      }
    }
    Optional<RowType> columns =
        table.columns().isEmpty()
            ? Optional.of(flows.get(0).output())
            : DeclaredColumns.of(written(history), keys, planner);
    if (columns.isEmpty() || diagnostics.errors() > before) {
      return Optional.empty();
    }
    RowType rowType = columns.get();
    checkTypes(rowType);
    Optional<LogicalType> sequence =
        history ? new HistoryResolver(table, cdc, planner).resolve() : Optional.empty();
    RowType tableType =
        sequence.map(type -> ResolvedTarget.withHistory(rowType, type)).orElse(rowType);
    if (diagnostics.errors() == before) {
      new DeltaDefinition(table, !cdc.isEmpty(), diagnostics).check(tableType, this::position);
    }
    flows.forEach(flow -> checkColumns(flow, rowType));
    cdc.forEach(flow -> checkAgree(flow, cdc.get(0)));
    checkExpectations(rowType);
    if (sequence.isPresent() || !history) {
      new LayoutCheck(table, diagnostics).check(tableType, history);
    }
    return diagnostics.errors() > before
        ? Optional.empty()
        : Optional.of(target(cdc, rowType, tableType, sequence));
  }

  /** What would delete rows that are there. */
  private void checkSnapshots(List<CdcFlow> cdc) {
    for (CdcFlow flow : cdc) {
      if (flow.snapshots() == null) {
        continue;
      }
      if (cdc.size() > 1) {
        diagnostics.error(FullSnapshotErrors.notAlone(flow.position(), table.name(), flow.name()));
        return;
      }
      if (!flow.snapshots().partial()) {
        table.expectations().stream()
            .filter(expectation -> LEAVES_OUT.contains(expectation.action()))
            .map(expectation -> FullSnapshotErrors.dropsRows(expectation, flow.name()))
            .forEach(diagnostics::error);
      }
    }
  }

  private boolean agreeOnScdType(List<CdcFlow> cdc) {
    CdcFlow first = cdc.get(0);
    boolean agree = true;
    for (CdcFlow flow : cdc) {
      if (flow.spec().scdType() != first.spec().scdType()) {
        diagnostics.error(
            HistoryErrors.otherScdType(
                flow.position(),
                flow.name(),
                flow.spec().scdType(),
                first.name(),
                first.spec().scdType()));
        agree = false;
      }
    }
    return agree;
  }

  /** The declared columns that flows write: of a history, not those of a row's validity. */
  private List<ColumnSpec> written(boolean history) {
    return table.columns().stream()
        .filter(column -> !history || !ColumnNames.isHistory(column.name().text()))
        .toList();
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
    if (lower(flow.keys()).equals(lower(first.keys()))) {
      checkTracked(flow, first);
    }
  }

  /** Flows that give other columns are told that instead. */
  private void checkTracked(CdcFlow flow, CdcFlow first) {
    ColumnSelection named = flow.spec().trackHistory();
    if (sorted(flow.output().getFieldNames()).equals(sorted(first.output().getFieldNames()))
        && !sorted(flow.tracked()).equals(sorted(first.tracked()))) {
      Position at =
          named == null || named.columns().isEmpty()
              ? flow.position()
              : named.columns().get(0).position();
      diagnostics.error(HistoryErrors.otherTracked(at, flow.name(), first.name(), first.tracked()));
    }
  }

  private static List<String> sorted(List<String> names) {
    return lower(names).stream().sorted().toList();
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

  private ResolvedTarget target(
      List<CdcFlow> cdc, RowType rowType, RowType tableType, Optional<LogicalType> sequence) {
    List<String> names = rowType.getFieldNames();
    List<String> tableNames = tableType.getFieldNames();
    Map<String, String> comments = new HashMap<>();
    for (ColumnSpec column : table.columns()) {
      if (column.comment() != null) {
        comments.put(spelled(column.name(), tableNames), column.comment());
      }
    }
    return new ResolvedTarget(
        table.name(),
        !cdc.isEmpty(),
        rowType,
        0,
        cdc.isEmpty()
            ? List.of()
            : cdc.get(0).keys().stream().map(key -> ColumnNames.index(names, key)).toList(),
        cdc.isEmpty() ? List.of() : cdc.get(0).sequenceTypes(),
        sequenceColumns(cdc, rowType),
        sequence
            .map(
                type ->
                    new ResolvedHistory(
                        type, indexes(cdc.get(0).tracked(), names), trackedText(cdc, names)))
            .orElse(null),
        cdc.stream().anyMatch(flow -> !flow.ignoreNulls().isEmpty()),
        null,
        spelled(table.partitionedBy(), names),
        spelled(table.clusteredBy(), tableNames),
        comments,
        table.properties(),
        table.comment(),
        null);
  }

  /** The columns where a flow names them, else those that are left out: the flows agree on both. */
  private static String trackedText(List<CdcFlow> flows, List<String> names) {
    Optional<List<Identifier>> named =
        flows.stream()
            .map(flow -> flow.spec().trackHistory())
            .filter(selection -> selection != null && !selection.except())
            .map(ColumnSelection::columns)
            .findFirst();
    if (named.isPresent()) {
      return text(spelled(named.get(), names));
    }
    List<String> left = new ArrayList<>(names);
    CdcFlow flow = flows.get(0);
    left.removeIf(
        name ->
            ColumnNames.index(flow.tracked(), name) >= 0
                || ColumnNames.index(flow.keys(), name) >= 0);
    return left.isEmpty() ? "*" : "* EXCEPT (" + text(left) + ")";
  }

  private static String text(List<String> columns) {
    return columns.stream().sorted().collect(joining(", "));
  }

  private static List<Integer> sequenceColumns(List<CdcFlow> flows, RowType rowType) {
    Set<List<Integer>> columns = new HashSet<>();
    flows.forEach(flow -> columns.add(flow.sequenceColumns(rowType)));
    return columns.size() == 1 ? columns.iterator().next() : List.of();
  }

  /** Ascending places of columns among a target's. */
  static List<Integer> indexes(List<String> columns, List<String> names) {
    return columns.stream().map(column -> ColumnNames.index(names, column)).sorted().toList();
  }

  private static List<String> spelled(List<Identifier> columns, List<String> names) {
    return columns.stream().map(column -> spelled(column, names)).toList();
  }

  private static String spelled(Identifier column, List<String> names) {
    return names.get(ColumnNames.index(names, column));
  }
}
