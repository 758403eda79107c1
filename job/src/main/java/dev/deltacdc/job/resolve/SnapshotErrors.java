/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Literal;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.TableName;
import java.util.Collection;
import org.apache.flink.table.types.logical.LogicalType;

/** What may be wrong with a daily snapshot. */
final class SnapshotErrors {

  private SnapshotErrors() {}

  static Problem snapshotSource(TableName name, Collection<String> targets) {
    return ResolveErrors.nearest(
        Rule.SNAPSHOT_OF_UNKNOWN_TABLE,
        name.position(),
        "There is no table " + name + " that AUTO CDC flows fill.",
        name.toString(),
        targets,
        "SNAPSHOT OF names the target of an AUTO CDC flow of this file.");
  }

  static Problem snapshotIgnoresNulls(TableName name, String flow) {
    return new Problem(
        Rule.SNAPSHOT_OF_IGNORED_NULLS,
        name.position(),
        "A snapshot of a table with IGNORE NULL UPDATES is not supported yet; the flow "
            + flow
            + " has it.",
        "Leave IGNORE NULL UPDATES out, or take the snapshot of another table.");
  }

  static Problem notATime(Identifier column, LogicalType type) {
    return new Problem(
        Rule.EVENT_TIME_TYPE,
        column.position(),
        "EVENT TIME: " + column + " is " + type.asSummaryString() + ".",
        "Use a column of type TIMESTAMP_LTZ or TIMESTAMP.");
  }

  static Problem otherEventTime(Identifier column, String first) {
    return new Problem(
        Rule.DIFFERENT_EVENT_TIMES,
        column.position(),
        "EVENT TIME: another snapshot of the table uses " + first + ".",
        "Use one column for all snapshots of a table.");
  }

  static Problem badZone(Literal zone, Collection<String> zones) {
    return ResolveErrors.nearest(
        Rule.UNKNOWN_TIME_ZONE,
        zone.position(),
        "There is no time zone '" + zone + "'.",
        zone.text(),
        zones,
        "Write one such as 'Europe/Lisbon' or 'UTC'.");
  }

  static Problem badDay(Literal day) {
    return new Problem(
        Rule.INVALID_START_DATE,
        day.position(),
        "'" + day + "' is no day.",
        "Write START DATE 'year-month-day', from '0001-01-01' to '9999-12-31'.");
  }

  static Problem badDays(Literal number, String clause, int least) {
    return new Problem(
        Rule.INVALID_DAYS,
        number.position(),
        clause
            + " takes a whole number of days from "
            + least
            + " to "
            + SettingOptions.MOST_DAYS
            + ", not "
            + number
            + ".",
        least == 0 ? null : "Leave RETAIN out to keep days for ever.");
  }

  static Problem lateBeyondRetain(Position at, int late, int retain) {
    return new Problem(
        Rule.LATE_BEYOND_RETAIN,
        at,
        "LATE EVENTS " + late + " DAYS reaches behind RETAIN " + retain + " DAYS.",
        "Keep days longer than they are corrected.");
  }

  static Problem snapshotColumn(Position at, String column) {
    return new Problem(
        Rule.SNAPSHOT_COLUMN_TAKEN,
        at,
        "The table has a column " + column + " already, which the snapshot adds.",
        "Rename that column in the flow.");
  }
}
