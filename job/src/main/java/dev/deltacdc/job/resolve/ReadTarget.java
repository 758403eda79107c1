/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A target that queries of the same file read, as a stream of rows: those that its append flows
 * add, or the changes that its AUTO CDC flows make.
 *
 * @param scan the target's columns; of an append table, the origin if all its flows have it; of
 *     another, those of {@link dev.deltacdc.functions.changes.ChangeFeed}
 * @param sequenceType the type of a change's sequence, {@code null}: an append table
 */
public record ReadTarget(
    TableName name, ScanTable scan, @Nullable LogicalType sequenceType, List<String> statements)
    implements Relation {

  public ReadTarget {
    statements = List.copyOf(statements);
  }
}
