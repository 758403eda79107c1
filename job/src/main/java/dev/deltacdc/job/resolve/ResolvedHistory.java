/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.history.HistoryOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * What a table of SCD type 2 has beyond one of type 1 (semantics: "SCD 2 columns").
 *
 * @param sequenceType the type of {@code __START_AT} and {@code __END_AT}, nullable: that of the
 *     sequence, a ROW for a STRUCT
 * @param tracked ascending indexes of the target's columns whose change opens a new row
 * @param trackedText what was asked for, as it stays the same when columns are added: {@code *},
 *     {@code * EXCEPT (…)} or the columns
 */
public record ResolvedHistory(LogicalType sequenceType, List<Integer> tracked, String trackedText) {

  public static final String START_AT = HistoryOptions.START_AT;
  public static final String END_AT = HistoryOptions.END_AT;

  public ResolvedHistory {
    tracked = List.copyOf(tracked);
  }

  /** The same with more columns, which are tracked unless the flows name those that are. */
  ResolvedHistory withKept(int from, int to) {
    List<Integer> all = new ArrayList<>(tracked);
    if (trackedText.startsWith("*")) {
      IntStream.range(from, to).forEach(all::add);
    }
    return new ResolvedHistory(sequenceType, all, trackedText);
  }
}
