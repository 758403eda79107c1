/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.MaterializedViewSpec;
import dev.deltacdc.job.pipeline.Position;
import org.apache.flink.table.types.logical.RowType;

/**
 * The query of a materialized view, when it plans.
 *
 * @param query the same as a flow
 */
record ViewFlow(MaterializedViewSpec spec, AppendFlow query) implements TargetFlow {

  @Override
  public String name() {
    return query.name();
  }

  @Override
  public Position position() {
    return query.position();
  }

  @Override
  public RowType output() {
    return query.output();
  }
}
