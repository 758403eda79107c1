/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import javax.annotation.Nullable;

/**
 * {@code CREATE FLOW name AS AUTO CDC [ONCE] INTO target …}, or one of its other forms: {@code
 * FLOW} within CREATE STREAMING TABLE and {@code APPLY CHANGES INTO target}, of the target's name.
 *
 * @param snapshots whether the source is read FROM SNAPSHOT; its versions are the sequence then
 * @param sequence the expressions of SEQUENCE BY, more than one for a STRUCT
 * @param scdType 1 or 2
 * @param trackHistory {@code null}: no TRACK HISTORY clause
 * @param ignoreNullUpdates {@code null}: no IGNORE NULL UPDATES clause
 */
public record CdcFlowSpec(
    Identifier name,
    @Nullable String comment,
    boolean once,
    TableName target,
    TableName source,
    boolean snapshots,
    List<Identifier> keys,
    @Nullable SqlText deleteWhen,
    @Nullable SqlText truncateWhen,
    List<SqlText> sequence,
    ColumnSelection columns,
    int scdType,
    @Nullable ColumnSelection trackHistory,
    @Nullable ColumnSelection ignoreNullUpdates,
    Position position)
    implements Statement {

  public CdcFlowSpec {
    keys = List.copyOf(keys);
    sequence = List.copyOf(sequence);
  }

  /** The same with the sequence that the source gives. */
  public CdcFlowSpec withSequence(SqlText expression) {
    return new CdcFlowSpec(
        name,
        comment,
        once,
        target,
        source,
        snapshots,
        keys,
        deleteWhen,
        truncateWhen,
        List.of(expression),
        columns,
        scdType,
        trackHistory,
        ignoreNullUpdates,
        position);
  }
}
