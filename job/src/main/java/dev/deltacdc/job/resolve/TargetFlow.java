/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Position;
import org.apache.flink.table.types.logical.RowType;

/** A flow whose columns are known, seen from its target. */
sealed interface TargetFlow permits CdcFlow, AppendFlow, ViewFlow {

  String name();

  Position position();

  /** The columns that it gives. */
  RowType output();
}
