/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.ExpectationSpec;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.TableReferences;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.logical.RowType;

/** The flows into a table with the SQL that gives the table's columns. */
final class FlowQueries {

  private final StreamingTableSpec table;
  private final ResolvedTarget target;
  private final Scope scope;
  private final Planner planner;
  private final Diagnostics diagnostics;

  FlowQueries(StreamingTableSpec table, ResolvedTarget target, Scope scope, Planner planner) {
    this.table = table;
    this.target = target;
    this.scope = scope;
    this.planner = planner;
    this.diagnostics = planner.diagnostics();
  }

  /** The flows that plan; an error is reported for another. */
  List<ResolvedFlow> resolve(List<? extends TargetFlow> flows) {
    List<ResolvedFlow> resolved = new ArrayList<>();
    for (TargetFlow flow : flows) {
      try {
        resolved.add(resolve(flow));
      } catch (ValidationException | TableException e) {
        diagnostics.error(PlannerErrors.inWhole(e, flow.position()));
      }
    }
    return resolved;
  }

  private ResolvedFlow resolve(TargetFlow flow) {
    List<String> names = target.rowType().getFieldNames();
    List<SqlText> conditions =
        table.expectations().stream().map(ExpectationSpec::condition).toList();
    List<String> casts = casts(flow.output(), target.rowType());
    if (flow instanceof CdcFlow cdc) {
      return cdc(cdc, names, planner.planned(cdc.sql(names, casts, conditions), Namespace.NONE));
    }
    AppendFlow append = (AppendFlow) flow;
    PlannedQuery query = planned(append, names, casts, conditions);
    if (!planner.isInsertOnly(query)) {
      diagnostics.error(
          ResolveErrors.notInsertOnly(append.spec().query().position(), append.name()));
    }
    return append(append, names.size(), query);
  }

  private PlannedQuery planned(
      AppendFlow flow, List<String> names, List<String> casts, List<SqlText> conditions) {
    return planner.planned(flow.sql(names, casts, conditions), flow.spec().namespace());
  }

  /**
   * A materialized view that plans, with its key.
   *
   * @param zone in which times of its query are read
   * @return empty if an error was reported
   */
  Optional<View> resolve(ViewFlow view, Pipeline pipeline, ZoneId zone) {
    try {
      return view(view, pipeline, zone);
    } catch (ValidationException | TableException e) {
      diagnostics.error(PlannerErrors.inWhole(e, view.spec().query().position()));
      return Optional.empty();
    }
  }

  /** A view's table and the flow that fills it. */
  record View(ResolvedTarget target, ResolvedFlow flow) {}

  private Optional<View> view(ViewFlow view, Pipeline pipeline, ZoneId zone) {
    List<String> names = target.rowType().getFieldNames();
    List<SqlText> conditions =
        table.expectations().stream().map(ExpectationSpec::condition).toList();
    List<String> casts = casts(view.output(), target.rowType());
    String fingerprint = ViewFingerprint.of(table, view.spec(), target.rowType(), pipeline, zone);
    ViewKey key = new ViewKey(table, view.spec(), target.rowType(), planner);
    // Without the origin of rows: that of a row which changes is not one.
    AppendFlow withoutOrigin = view.query().withoutOrigin();
    PlannedQuery query = planned(withoutOrigin, names, casts, conditions);
    Optional<ViewKey.Found> found = key.find(query);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ViewKey.Found by = found.get();
    if (by.columns().isEmpty()) {
      return Optional.of(
          new View(
              target.asView(List.of(), fingerprint),
              append(view.query(), names.size(), planned(view.query(), names, casts, conditions))));
    }
    return Optional.of(
        new View(
            target.asView(by.columns(), fingerprint),
            new ResolvedFlow.View(
                view.name(),
                table.comment(),
                table.name(),
                reads(view.query()),
                query,
                ExpectationResolver.at(table.expectations(), names.size()),
                by.insertOnly(),
                by.materialize(),
                planner.isNotNull(query, by.columns()))));
  }

  private List<TableName> reads(AppendFlow flow) {
    return scope.known(TableReferences.in(flow.spec().query(), flow.spec().namespace()));
  }

  private ResolvedFlow cdc(CdcFlow flow, List<String> names, PlannedQuery query) {
    if (!planner.isInsertOnly(query)) {
      diagnostics.error(ResolveErrors.notInsertOnly(flow.spec().source().position(), flow.name()));
    }
    int firstExpectation =
        names.size()
            + flow.sequenceTypes().size()
            + (flow.hasDelete() ? 1 : 0)
            + (flow.hasTruncate() ? 1 : 0);
    return new ResolvedFlow.Cdc(
        flow.name(),
        flow.spec().comment(),
        target.name(),
        List.of(flow.source().name()),
        query,
        flow.spec().once(),
        flow.sequenceTypes(),
        flow.hasDelete(),
        flow.hasTruncate(),
        TargetResolver.indexes(flow.ignoreNulls(), names),
        flow.decisive(),
        ExpectationResolver.at(table.expectations(), firstExpectation),
        flow.hasOrigin(),
        flow.snapshots());
  }

  private ResolvedFlow append(AppendFlow flow, int columns, PlannedQuery query) {
    return new ResolvedFlow.Append(
        flow.name(),
        flow.spec().comment(),
        table.name(),
        reads(flow),
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
