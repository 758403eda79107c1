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
 * A target that queries of the same file read: the rows that it has, as they change; or, as a
 * stream, the changes that its AUTO CDC flows make. A target that is read both ways is two of them.
 * The rows of a table that are only added are the same both ways.
 *
 * @param scan the target's columns; where rows are only added, the origin if all its flows have it;
 *     of changes, those of {@link dev.deltacdc.functions.changes.ChangeFeed} too
 * @param sequenceType the type of a change's sequence, {@code null}: the rows of the table
 */
public record ReadTarget(
    TableName name, ScanTable scan, @Nullable LogicalType sequenceType, List<String> statements)
    implements Relation {

  public ReadTarget {
    statements = List.copyOf(statements);
  }

  /** Whether it is read as its changes, not as its rows. */
  public boolean isChanges() {
    return sequenceType != null;
  }
}
