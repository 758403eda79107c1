/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.ExpectationSpec;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.TableName;

/** The errors about FROM SNAPSHOT. */
final class FullSnapshotErrors {

  private FullSnapshotErrors() {}

  static Problem notSnapshots(TableName source, boolean isSource) {
    return new Problem(
        Rule.SOURCE_NOT_SNAPSHOTS,
        source.position(),
        "FROM SNAPSHOT: "
            + source
            + (isSource
                ? " is not declared to be full snapshots."
                : " is a view; full snapshots are read from their source itself."),
        isSource
            ? "Set 'snapshot.version' = 'number' (or 'date') in its WITH, where 'connector' is"
                + " 'filesystem' and each file is one snapshot, or 'read-time', where its path is one"
                + " that each run reads again; for events, write FROM STREAM("
                + source
                + ")."
            : "Name a source with 'snapshot.version'.");
  }

  static Problem asEvents(TableName source) {
    return new Problem(
        Rule.SNAPSHOTS_AS_EVENTS,
        source.position(),
        source
            + " is a location that is read again, so its rows are no events: each reading, and one"
            + " that is broken off, would give them once more.",
        "Read it by AUTO CDC … FROM SNAPSHOT "
            + source
            + ", and the table that this fills; or leave 'snapshot.version' out, to read each file"
            + " once.");
  }

  static Problem watermark(Position at, TableName source) {
    return new Problem(
        Rule.SNAPSHOTS_WITH_WATERMARK,
        at,
        "The source " + source + " has full snapshots, whose versions are its watermarks.",
        "Leave WATERMARK out, or 'snapshot.version' if the files hold events.");
  }

  static Problem notAlone(Position at, TableName table, String flow) {
    return new Problem(
        Rule.SNAPSHOT_FLOW_NOT_ALONE,
        at,
        "The table "
            + table
            + " has another flow beside "
            + flow
            + ", which reads full snapshots: those would delete the other flow's rows.",
        "Fill two tables.");
  }

  static Problem dropsRows(ExpectationSpec expectation, String flow) {
    return new Problem(
        Rule.SNAPSHOT_ROWS_DROPPED,
        expectation.name().position(),
        "The constraint "
            + expectation.name()
            + " leaves rows out, and the flow "
            + flow
            + " reads full snapshots: rows that are left out would be deleted.",
        "Leave ON VIOLATION out, which counts them, or write FAIL UPDATE; or set"
            + " 'snapshot.partial' = 'true' in the source.");
  }

  static Problem daily(TableName table, String flow) {
    return new Problem(
        Rule.DAILY_SNAPSHOT_OF_SNAPSHOTS,
        table.position(),
        "SNAPSHOT OF "
            + table
            + ": the flow "
            + flow
            + " reads full snapshots, whose deletes have no event time.",
        "Leave the snapshot table out, and write STORED AS SCD TYPE 2 in the flow: the history"
            + " tells the rows of each version.");
  }
}
