/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import javax.annotation.Nullable;

/** {@code CREATE TEMPORARY VIEW name (constraints) AS SELECT …}. */
public record ViewSpec(
    TableName name,
    List<ExpectationSpec> expectations,
    @Nullable String comment,
    SqlText query,
    Namespace namespace,
    Position position)
    implements Statement {

  public ViewSpec {
    expectations = List.copyOf(expectations);
  }
}
