/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.OrderedBytes;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.MaterializedViewSpec;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** What identifies a row of a materialized view: the declared key, else the planner's. */
final class ViewKey {

  /**
   * A key.
   *
   * @param columns indexes of its columns, empty: rows are only added
   * @param insertOnly whether the query only adds rows
   * @param materialize whether its changes must be put in order first
   */
  record Found(List<Integer> columns, boolean insertOnly, boolean materialize) {}

  private final StreamingTableSpec table;
  private final MaterializedViewSpec view;
  private final RowType rowType;
  private final Planner planner;

  /**
   * @param rowType the view's columns
   */
  ViewKey(StreamingTableSpec table, MaterializedViewSpec view, RowType rowType, Planner planner) {
    this.table = table;
    this.view = view;
    this.rowType = rowType;
    this.planner = planner;
  }

  /**
   * The key of the view's rows.
   *
   * @param query gives the view's columns first
   * @return empty if an error was reported
   */
  Optional<Found> find(PlannedQuery query) {
    long before = planner.diagnostics().errors();
    List<Integer> declared = declared();
    if (planner.diagnostics().errors() > before) {
      return Optional.empty();
    }
    QueryChanges changes = QueryChanges.of(query, declared, planner);
    if (!changes.insertOnly()) {
      checkExpectations();
    }
    Found found = found(declared, changes);
    if (!found.insertOnly() && found.columns().isEmpty()) {
      planner.diagnostics().error(ViewErrors.noKey(table.name()));
    }
    checkTypes(found.columns());
    return planner.diagnostics().errors() > before ? Optional.empty() : Optional.of(found);
  }

  private Found found(List<Integer> declared, QueryChanges changes) {
    if (!declared.isEmpty()) {
      return new Found(
          declared, changes.insertOnly(), changes.insertOnly() || changes.materialize());
    }
    boolean among = changes.upsertKey().stream().allMatch(index -> index < rowType.getFieldCount());
    return new Found(
        changes.insertOnly() || !among ? List.of() : changes.upsertKey(),
        changes.insertOnly(),
        false);
  }

  private List<Integer> declared() {
    List<String> names = rowType.getFieldNames();
    List<Integer> indexes = new ArrayList<>();
    for (Identifier column : view.primaryKey()) {
      int index = ColumnNames.index(names, column);
      if (index < 0) {
        planner.diagnostics().error(ViewErrors.noSuchKey(column, table.name(), names));
      }
      indexes.add(index);
    }
    return indexes;
  }

  private void checkTypes(List<Integer> columns) {
    for (int index : columns) {
      LogicalType type = rowType.getTypeAt(index);
      if (!OrderedBytes.isOrderable(type) || type.is(LogicalTypeRoot.ROW)) {
        String column = rowType.getFieldNames().get(index);
        planner.diagnostics().error(ViewErrors.keyType(position(column), column, type));
      }
    }
  }

  private Position position(String column) {
    return view.primaryKey().stream()
        .filter(key -> key.matches(column))
        .map(Identifier::position)
        .findFirst()
        .orElse(table.name().position());
  }

  private void checkExpectations() {
    table.expectations().stream()
        .filter(expectation -> expectation.action() == ViolationAction.QUARANTINE)
        .map(expectation -> ViewErrors.quarantine(expectation, table.name()))
        .forEach(planner.diagnostics()::error);
  }
}
