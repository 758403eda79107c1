/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.TableName;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * A snapshot table.
 *
 * @param rowType the source's columns, the day and, for ROWS CHANGED, the deleted flag
 * @param eventTime index of the EVENT TIME column in the source's columns
 * @param startDay {@code null}: the day of the first run
 * @param changedOn indexes of the columns that decide ROWS CHANGED, empty for ROWS ALL
 * @param changedOnNamed whether the statement names them, so that a column that the source gets is
 *     none of them
 * @param retainDays {@code null}: for ever
 */
public record ResolvedSnapshot(
    TableName name,
    TableName source,
    RowType rowType,
    int eventTime,
    ZoneId zone,
    @Nullable LocalDate startDay,
    boolean changedOnly,
    List<Integer> changedOn,
    boolean changedOnNamed,
    int lateDays,
    @Nullable Integer retainDays,
    @Nullable String comment) {

  public ResolvedSnapshot {
    changedOn = List.copyOf(changedOn);
  }

  /**
   * The same of a table with more columns.
   *
   * @param at where they stand in it
   */
  public ResolvedSnapshot withKept(int at, List<RowType.RowField> columns) {
    List<RowType.RowField> fields = new ArrayList<>(rowType.getFields());
    fields.addAll(at, columns);
    List<Integer> compared = new ArrayList<>(changedOn);
    if (changedOnly && !changedOnNamed) {
      IntStream.range(at, at + columns.size()).forEach(compared::add);
    }
    return new ResolvedSnapshot(
        name,
        source,
        new RowType(rowType.isNullable(), fields),
        eventTime,
        zone,
        startDay,
        changedOnly,
        compared,
        changedOnNamed,
        lateDays,
        retainDays,
        comment);
  }
}
