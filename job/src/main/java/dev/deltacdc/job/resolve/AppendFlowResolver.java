/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.AppendFlowSpec;
import dev.deltacdc.job.pipeline.MaterializedViewSpec;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import java.util.Optional;

/** INSERT INTO and AS SELECT, of streaming tables and materialized views, up to the target. */
final class AppendFlowResolver {

  private final Scope scope;
  private final Planner planner;
  private final Origins origins;

  AppendFlowResolver(Scope scope, Planner planner) {
    this.scope = scope;
    this.planner = planner;
    this.origins = new Origins(scope, planner);
  }

  Optional<AppendFlow> resolve(AppendFlowSpec spec) {
    return resolve(spec, QueryCheck.Reader.STREAMING_TABLE);
  }

  Optional<ViewFlow> resolve(StreamingTableSpec table, MaterializedViewSpec view) {
    AppendFlowSpec query =
        new AppendFlowSpec(
            view.name().identifier(),
            table.comment(),
            view.name(),
            view.query(),
            view.namespace(),
            view.position());
    return resolve(query, QueryCheck.Reader.VIEW).map(flow -> new ViewFlow(view, flow));
  }

  private Optional<AppendFlow> resolve(AppendFlowSpec spec, QueryCheck.Reader reader) {
    return QueryCheck.of(spec.query(), spec.namespace(), reader, scope, planner)
        .filter(
            columns ->
                ColumnNames.check(
                    columns.getFieldNames(), spec.query()::positionOf, planner.diagnostics()))
        .map(
            columns ->
                new AppendFlow(
                    spec,
                    scope.text(spec.query(), spec.namespace()),
                    columns,
                    origins
                        .carry(spec.query(), spec.namespace(), columns.getFieldNames())
                        .orElse(null)));
  }
}
