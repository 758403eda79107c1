/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;

/** The errors about SCD types, tracked columns and the columns of a row's validity. */
final class HistoryErrors {

  private HistoryErrors() {}

  static Problem keyNamed(Identifier key, String clause) {
    return new Problem(
        Rule.KEY_IN_CLAUSE,
        key.position(),
        clause + ": " + key + " is a key, and all events of a row have the same.",
        "Leave it out: the clause is about the other columns.");
  }

  static Problem otherScdType(Position at, String flow, int type, String first, int firstType) {
    return new Problem(
        Rule.DIFFERENT_SCD_TYPES,
        at,
        "The flow "
            + flow
            + " is stored as SCD TYPE "
            + type
            + ", the flow "
            + first
            + " into the same table as SCD TYPE "
            + firstType
            + ".",
        "Write STORED AS SCD TYPE " + firstType + " in all, or fill two tables.");
  }

  static Problem otherTracked(Position at, String flow, String first, List<String> tracked) {
    return new Problem(
        Rule.DIFFERENT_TRACK_HISTORY,
        at,
        "The flow "
            + flow
            + " tracks the history of other columns than the flow "
            + first
            + " into the same table.",
        tracked.isEmpty()
            ? "Write the same TRACK HISTORY in all."
            : "Write TRACK HISTORY ON (" + String.join(", ", tracked) + ") in all.");
  }

  static Problem noHistory(Identifier column) {
    return new Problem(
        Rule.HISTORY_COLUMN_WITHOUT_HISTORY,
        column.position(),
        "The column name " + column + " is reserved for tables of SCD TYPE 2.",
        "Write STORED AS SCD TYPE 2 in the table's flow, or leave the column out.");
  }

  static Problem halfHistory(Identifier declared) {
    return new Problem(
        Rule.ONE_HISTORY_COLUMN,
        declared.position(),
        "The table declares " + declared + " alone of __START_AT and __END_AT.",
        "Declare both, or none: they are added anyway.");
  }

  static Problem historyType(Position at, String column, LogicalType type, LogicalType sequence) {
    return new Problem(
        Rule.HISTORY_COLUMN_TYPE,
        at,
        "The column "
            + column
            + " is "
            + type.asSummaryString()
            + ", but SEQUENCE BY is "
            + sequence.asSummaryString()
            + ".",
        "Declare it " + sequence.asSummaryString() + ", or leave both out: they are added anyway.");
  }

  static Problem historyPartition(Identifier column) {
    return new Problem(
        Rule.PARTITION_OF_HISTORY,
        column.position(),
        "PARTITIONED BY: a new version of a row sets " + column + ", so partitions would be many.",
        "Partition by another column, or write CLUSTER BY (" + column + ").");
  }
}
