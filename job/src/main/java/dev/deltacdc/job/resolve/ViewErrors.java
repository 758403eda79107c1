/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.ExpectationSpec;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;

/** The errors of materialized views, and of what only they can do. */
final class ViewErrors {

  private ViewErrors() {}

  static Problem filledByFlow(Position at, TableName view) {
    return new Problem(
        Rule.VIEW_FILLED_BY_FLOW,
        at,
        view + " is a materialized view: its query fills it, no flow can.",
        "Write CREATE STREAMING TABLE for a table that flows fill.");
  }

  static Problem streamed(TableName view) {
    return new Problem(
        Rule.STREAM_OF_VIEW,
        view.position(),
        view
            + " is a materialized view: its rows change with what it is made of, so it has no"
            + " stream of rows that are only added.",
        "Read it in a CREATE MATERIALIZED VIEW, without STREAM; or read the stream of what it is"
            + " made of.");
  }

  static Problem asOf(TableName table) {
    return new Problem(
        Rule.AS_OF_TABLE,
        table.position(),
        "FOR SYSTEM_TIME AS OF is not there for tables of the file: it would join with what has"
            + " come so far, and a late change would never correct the result.",
        "Write a CREATE MATERIALIZED VIEW that joins a table of SCD TYPE 2: … JOIN history AS h ON"
            + " f.id = h.id AND f.at >= h.__START_AT AND (h.__END_AT IS NULL OR f.at <"
            + " h.__END_AT).");
  }

  static Problem shadowed(TableName table) {
    return new Problem(
        Rule.SHADOWED_TABLE,
        table.position(),
        "WITH gives the name " + table + " to a query, and the file has a table of that name.",
        "Name it otherwise: the table is read as a stream and by its rows, which must be told apart.");
  }

  static Problem noKey(TableName view) {
    return new Problem(
        Rule.VIEW_WITHOUT_KEY,
        view.position(),
        "The rows of " + view + " change, and nothing tells which columns identify one.",
        "Declare them: CREATE MATERIALIZED VIEW "
            + view
            + " (PRIMARY KEY (…) NOT ENFORCED) AS SELECT …; or select the key that the query"
            + " groups or joins by.");
  }

  static Problem keyType(Position at, String column, LogicalType type) {
    return new Problem(
        Rule.VIEW_KEY_TYPE,
        at,
        "The key " + column + " is " + type.asSummaryString() + ", which cannot identify rows.",
        "Declare a PRIMARY KEY of numbers, strings, dates or times; a field of a ROW can be a column"
            + " of its own.");
  }

  static Problem noSuchKey(Identifier key, TableName view, List<String> columns) {
    return ResolveErrors.unknownColumn(key, "PRIMARY KEY", "view " + view, columns);
  }

  static Problem quarantine(ExpectationSpec expectation, TableName view) {
    return new Problem(
        Rule.QUARANTINE_OF_VIEW,
        expectation.name().position(),
        "The rows of "
            + view
            + " change: one that is in the quarantine table may be gone or right at the next"
            + " moment, and the quarantine table would not know.",
        "Write ON VIOLATION DROP ROW, or quarantine the rows that the view reads, in a streaming"
            + " table.");
  }
}
