/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import javax.annotation.Nullable;

/**
 * {@code CREATE FLOW name AS AUTO CDC [ONCE] INTO target …}, stored as SCD type 1.
 *
 * @param sequence the expressions of SEQUENCE BY, more than one for a STRUCT
 */
public record CdcFlowSpec(
    Identifier name,
    @Nullable String comment,
    boolean once,
    TableName target,
    TableName source,
    List<Identifier> keys,
    @Nullable SqlText deleteWhen,
    List<SqlText> sequence,
    ColumnSelection columns,
    Position position)
    implements Statement {

  public CdcFlowSpec {
    keys = List.copyOf(keys);
    sequence = List.copyOf(sequence);
  }
}
