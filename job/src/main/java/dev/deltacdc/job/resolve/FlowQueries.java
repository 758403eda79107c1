/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.ExpectationSpec;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableReferences;
import java.util.ArrayList;
import java.util.List;
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
    PlannedQuery query =
        planner.planned(append.sql(names, casts, conditions), append.spec().namespace());
    if (!planner.isInsertOnly(query)) {
      diagnostics.error(
          ResolveErrors.notInsertOnly(append.spec().query().position(), append.name()));
    }
    return append(append, names.size(), query);
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
        ExpectationResolver.at(table.expectations(), firstExpectation),
        flow.hasOrigin(),
        flow.snapshots());
  }

  private ResolvedFlow append(AppendFlow flow, int columns, PlannedQuery query) {
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
