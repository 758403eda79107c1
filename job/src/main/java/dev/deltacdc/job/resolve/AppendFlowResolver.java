/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.AppendFlowSpec;
import java.util.Optional;

/** INSERT INTO and AS SELECT, up to the target. */
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
    return QueryCheck.of(spec.query(), spec.namespace(), scope, planner)
        .filter(
            columns ->
                ColumnNames.check(
                    columns.getFieldNames(), spec.query()::positionOf, planner.diagnostics()))
        .map(
            columns ->
                new AppendFlow(
                    spec,
                    columns,
                    origins
                        .carry(spec.query(), spec.namespace(), columns.getFieldNames())
                        .orElse(null)));
  }
}
