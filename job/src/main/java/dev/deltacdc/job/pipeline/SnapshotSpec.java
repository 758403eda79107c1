/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import javax.annotation.Nullable;

/**
 * {@code CREATE SNAPSHOT TABLE … SNAPSHOT OF … EVERY DAY}.
 *
 * @param zone {@code null}: the pipeline's
 * @param startDay {@code null}: the day of the first run
 * @param changedOnly ROWS CHANGED
 * @param changedOn the columns of ROWS CHANGED ON, empty: all but keys, event time and sequence
 * @param lateDays {@code null}: 3
 * @param retainDays {@code null}: for ever
 */
public record SnapshotSpec(
    TableName name,
    TableName source,
    Identifier eventTime,
    @Nullable Literal zone,
    @Nullable Literal startDay,
    boolean changedOnly,
    List<Identifier> changedOn,
    @Nullable Literal lateDays,
    @Nullable Literal retainDays,
    @Nullable String comment,
    Position position)
    implements Statement {

  public SnapshotSpec {
    changedOn = List.copyOf(changedOn);
  }
}
