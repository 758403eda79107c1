/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;

/**
 * The query of {@code CREATE MATERIALIZED VIEW name … AS SELECT …}. Its table is a {@link
 * StreamingTableSpec} beside it.
 *
 * @param primaryKey empty: none is declared
 */
public record MaterializedViewSpec(
    TableName name,
    List<Identifier> primaryKey,
    SqlText query,
    Namespace namespace,
    Position position)
    implements Statement {

  public MaterializedViewSpec {
    primaryKey = List.copyOf(primaryKey);
  }
}
