/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.changes.ChangeFeed;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.ExpectationSpec;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.TableReferences;
import dev.deltacdc.job.pipeline.ViewSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.types.logical.RowType;

/** CREATE TEMPORARY VIEW, when the relations that it reads are resolved. */
final class ViewResolver {

  private final Scope scope;
  private final Planner planner;
  private final Origins origins;
  private final Diagnostics diagnostics;

  ViewResolver(Scope scope, Planner planner) {
    this.scope = scope;
    this.planner = planner;
    this.origins = new Origins(scope, planner);
    this.diagnostics = planner.diagnostics();
  }

  Optional<ResolvedView> resolve(ViewSpec spec) {
    long before = diagnostics.errors();
    Optional<ResolvedView> view =
        QueryCheck.of(spec.query(), spec.namespace(), QueryCheck.Reader.VIEW, scope, planner)
            .flatMap(columns -> guarded(spec, columns));
    if (view.isEmpty() || diagnostics.errors() > before) {
      scope.fail(spec.name());
      return Optional.empty();
    }
    if (TableReferences.in(spec.query(), spec.namespace()).stream()
            .anyMatch(name -> scope.readsChanges(spec.query(), name))
        && scope
            .find(spec.name())
            .orElseThrow()
            .columns()
            .getFieldNames()
            .contains(ChangeFeed.TYPE)) {
      scope.addChanged(spec.name());
    }
    return view;
  }

  private Optional<ResolvedView> guarded(ViewSpec spec, RowType columns) {
    try {
      return view(spec, columns);
    } catch (ValidationException | TableException e) {
      diagnostics.error(PlannerErrors.inWhole(e, spec.query().position()));
      return Optional.empty();
    }
  }

  private Optional<ResolvedView> view(ViewSpec spec, RowType columns) {
    if (!ColumnNames.check(columns.getFieldNames(), spec.query()::positionOf, diagnostics)) {
      return Optional.empty();
    }
    Optional<String> carried =
        origins.carry(spec.query(), spec.namespace(), columns.getFieldNames());
    ObjectIdentifier visible = PipelineCatalogs.identifier(spec.name());
    ObjectIdentifier hidden = Scope.hidden(spec.name());
    List<String> names = columns.getFieldNames();
    String origin = ", " + Sql.quoted(EventOrigin.COLUMN);
    if (spec.expectations().isEmpty()) {
      List<String> statements = new ArrayList<>(uses(spec.namespace()));
      carried.ifPresent(
          sql ->
              statements.add(
                  Sql.view(
                      hidden, "SELECT " + Sql.list(names) + origin + " FROM (" + sql + "\n)")));
      statements.add(Sql.view(visible, scope.text(spec.query(), spec.namespace())));
      statements.addAll(uses(Namespace.NONE));
      statements.forEach(planner.env()::executeSql);
      scope.add(
          new Scope.Visible(spec.name(), columns, visible, carried.isPresent() ? hidden : null));
      return Optional.of(
          new ResolvedView(
              spec.name(), spec.comment(), reads(spec), List.of(), null, null, statements));
    }
    return checked(spec, columns, carried);
  }

  private Optional<ResolvedView> checked(ViewSpec spec, RowType columns, Optional<String> carried) {
    long before = diagnostics.errors();
    ObjectIdentifier visible = PipelineCatalogs.identifier(spec.name());
    ObjectIdentifier hidden = Scope.hidden(spec.name());
    List<String> names = columns.getFieldNames();
    RowType rowType = carried.isPresent() ? SourceResolver.withOrigin(columns) : columns;
    Schema schema = schema(rowType);
    planner.register(hidden, schema);
    ExpectationResolver.check(
        spec.expectations(),
        hidden.asSerializableString() + " AS " + Sql.quoted(visible.getObjectName()),
        names,
        planner);
    if (diagnostics.errors() > before) {
      return Optional.empty();
    }
    StringBuilder sql = new StringBuilder("SELECT ").append(Sql.list(names));
    for (ExpectationSpec expectation : spec.expectations()) {
      sql.append(", ((").append(expectation.condition().text()).append("\n)) IS TRUE");
    }
    if (carried.isPresent()) {
      sql.append(", ").append(Sql.quoted(EventOrigin.COLUMN));
    }
    sql.append(" FROM (")
        .append(carried.orElseGet(() -> scope.text(spec.query(), spec.namespace())))
        .append("\n) AS ")
        .append(Sql.quoted(visible.getObjectName()));
    PlannedQuery query = planner.planned(sql.toString(), spec.namespace());
    if (!planner.isInsertOnly(query)) {
      diagnostics.error(
          ResolveErrors.notInsertOnly(spec.query().position(), spec.name().toString()));
      return Optional.empty();
    }
    String view =
        Sql.view(visible, "SELECT " + Sql.list(names) + " FROM " + hidden.asSerializableString());
    planner.env().executeSql(view);
    scope.add(
        new Scope.Visible(spec.name(), columns, visible, carried.isPresent() ? hidden : null));
    return Optional.of(
        new ResolvedView(
            spec.name(),
            spec.comment(),
            reads(spec),
            ExpectationResolver.at(spec.expectations(), names.size()),
            query,
            new ScanTable(hidden, schema, rowType, carried.isPresent()),
            List.of(view)));
  }

  static Schema schema(RowType rowType) {
    return KeyedSchema.of(rowType, List.of());
  }

  private List<TableName> reads(ViewSpec spec) {
    return scope.known(TableReferences.in(spec.query(), spec.namespace()));
  }

  /** The statements by which a query's names are read where the file's USE says. */
  private static List<String> uses(Namespace namespace) {
    return List.of(
        "USE CATALOG " + Sql.quoted(PipelineCatalogs.catalog(namespace)),
        "USE " + Sql.quoted(PipelineCatalogs.database(namespace)));
  }
}
