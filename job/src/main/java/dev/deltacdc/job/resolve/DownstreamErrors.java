/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.changes.ChangeFeed;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.TableName;
import java.util.List;

/** The errors of reading what other statements of the file make. */
final class DownstreamErrors {

  private DownstreamErrors() {}

  /** At the name of the first of the circle. */
  static Problem cycle(String kind, List<TableName> circle) {
    TableName name = circle.get(0);
    List<String> others = circle.stream().skip(1).map(TableName::toString).toList();
    return new Problem(
        Rule.CYCLE,
        name.position(),
        "The "
            + kind
            + " "
            + name
            + " reads itself"
            + (others.isEmpty() ? "" : ", by way of " + String.join(", ", others))
            + ".",
        "Break the circle: each table and view reads those that are made before it.");
  }

  /** A notice: the error is that of what is read. */
  static Problem notChecked(TableName read) {
    return new Problem(
        Rule.NOT_CHECKED,
        read.position(),
        "Not checked: what is read here, " + read + ", has an error of its own.");
  }

  static Problem changesUnseen(TableName table) {
    return new Problem(
        Rule.CHANGE_TYPE_UNUSED,
        table.position(),
        "STREAM("
            + table
            + ") gives the changes of "
            + table
            + ", deletes among them, and this query treats all of them alike.",
        "Select "
            + ChangeFeed.TYPE
            + " ('insert', 'update_postimage' or 'delete'), or filter by it: WHERE "
            + ChangeFeed.TYPE
            + " <> 'delete'.");
  }

  static Problem deletesUnseen(TableName table, Identifier flow) {
    return new Problem(
        Rule.DELETES_UNUSED,
        table.position(),
        "STREAM("
            + table
            + ") gives the changes of "
            + table
            + ", deletes among them, and the flow "
            + flow
            + " would take those as rows.",
        "Write APPLY AS DELETE WHEN "
            + ChangeFeed.TYPE
            + " = 'delete', or read a view that leaves deletes out, and "
            + ChangeFeed.TYPE
            + " too.");
  }

  static Problem oldSequence(SqlText sequence) {
    return new Problem(
        Rule.SEQUENCE_OF_OLD_ROW,
        sequence.position(),
        "The row of a delete is the one before it, so SEQUENCE BY "
            + sequence.text().strip()
            + " would put the delete no later than the last update, and lose it.",
        "Write SEQUENCE BY " + ChangeFeed.SEQUENCE + ", the sequence of the change itself.");
  }

  static Problem oldEventTime(Identifier eventTime, TableName changes) {
    return new Problem(
        Rule.EVENT_TIME_OF_OLD_ROW,
        eventTime.position(),
        "EVENT TIME "
            + eventTime
            + ": the table is made of the changes of "
            + changes
            + ", and the row of a delete is the one before it, so the delete would count for the"
            + " day of the last update.",
        "Write EVENT TIME "
            + ChangeFeed.SEQUENCE
            + ", and leave that among the table's COLUMNS: it is the time of the change itself. Where"
            + " it is no time, take the snapshot of the table that changes.");
  }

  static Problem readsHistory(TableName table) {
    return new Problem(
        Rule.READS_HISTORY,
        table.position(),
        table
            + " is a history (SCD TYPE 2): an event changes several of its rows, even older ones,"
            + " so its changes are not in the order of a sequence and it has no stream.",
        "Read its rows in a CREATE MATERIALIZED VIEW, without STREAM; or read what "
            + table
            + " is filled from.");
  }

  static Problem readsSnapshots(TableName table) {
    return new Problem(
        Rule.READS_SNAPSHOT_TABLE,
        table.position(),
        table + " is a snapshot table, whose days are corrected: it cannot be read in this file.",
        "Read the table that it is made of, or read it from the lake with any engine.");
  }

  static Problem takenColumn(TableName table, String column) {
    return new Problem(
        Rule.CHANGE_COLUMN_TAKEN,
        table.position(),
        table + " has a column " + column + ", which is what reading its changes adds.",
        "Leave it out with COLUMNS * EXCEPT (" + column + "), or name it otherwise in a view.");
  }
}
