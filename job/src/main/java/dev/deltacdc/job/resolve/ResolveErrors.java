/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Literal;
import dev.deltacdc.job.pipeline.NearestWord;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.TableName;
import java.util.Collection;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;

/** The errors of meaning, one factory each, and the notices. */
final class ResolveErrors {

  private ResolveErrors() {}

  // Names

  static Problem duplicate(Position at, String kind, String name, Position first) {
    return new Problem(
        Rule.DUPLICATE_NAME,
        at,
        "The name " + name + " is taken: a " + kind + " of line " + first.line() + " has it.",
        "Rename one; names that differ by case only are one.");
  }

  static Problem quarantineName(Position at, String name) {
    return new Problem(
        Rule.QUARANTINE_NAME,
        at,
        "The name " + name + " is that of the quarantine table.",
        "Rename the table, or SET 'quarantine.table' = '…'.");
  }

  static Problem nested(Position at, TableName inner, TableName outer) {
    return new Problem(
        Rule.NESTED_TABLES,
        at,
        "The table "
            + inner
            + " would lie in the folder of the table "
            + outer
            + ": "
            + outer.path()
            + "/.",
        "Rename one.");
  }

  static Problem undeclaredSource(TableName name, Collection<String> declared) {
    return nearest(
        Rule.UNKNOWN_SOURCE,
        name.position(),
        "There is no source or view " + name + ".",
        name.toString(),
        declared,
        "Declare it: CREATE TABLE "
            + name
            + " (…) WITH ('connector' = …). A Delta table of the lake (--lake) needs no"
            + " statement.");
  }

  static Problem noColumns(SourceSpec source) {
    return new Problem(
        Rule.SOURCE_WITHOUT_COLUMNS,
        source.name().position(),
        "The source " + source.name() + " has no columns.",
        "Write CREATE TABLE "
            + source.name()
            + " (column TYPE, …) WITH (…). Only a Delta table tells its own.");
  }

  static Problem undeclaredTarget(TableName name, Collection<String> declared) {
    return nearest(
        Rule.UNKNOWN_TARGET,
        name.position(),
        "There is no streaming table " + name + ".",
        name.toString(),
        declared,
        "Declare it: CREATE OR REFRESH STREAMING TABLE " + name + ".");
  }

  static Problem notATarget(TableName name, String kind) {
    return new Problem(
        Rule.TARGET_NOT_A_STREAMING_TABLE,
        name.position(),
        name + " is a " + kind + ", which no flow writes.",
        "Write into a table: CREATE OR REFRESH STREAMING TABLE, under a name of its own.");
  }

  static Problem nothingToDo() {
    return new Problem(
        Rule.NOTHING_TO_RUN,
        Position.START,
        "The file fills no table, so there is nothing to run.",
        "Write CREATE STREAMING TABLE and a CREATE FLOW into it; 'deltacdc init DIR' writes a file"
            + " to start from.");
  }

  static Problem tooManyDigits(Position at, String digits) {
    return new Problem(
        Rule.DECIMAL_DIGITS,
        at,
        "A DECIMAL has at most 38 digits, and this one would have " + digits + ".",
        "Write 38 or less, or STRING for numbers that need more.");
  }

  static Problem neverFilled(TableName name) {
    return new Problem(
        Rule.TABLE_NOT_FILLED,
        name.position(),
        "No flow fills the table " + name + ".",
        "Write CREATE FLOW … AS AUTO CDC INTO "
            + name
            + " …, or CREATE FLOW … AS INSERT INTO "
            + name
            + " SELECT ….");
  }

  static Problem unknownColumn(
      Identifier column, String where, String of, Collection<String> columns) {
    return nearest(
        Rule.UNKNOWN_COLUMN,
        column.position(),
        where + ": " + of + " has no column " + column + ".",
        column.text(),
        columns,
        "It has " + String.join(", ", columns) + ".");
  }

  static Problem reserved(Position at, String what) {
    return new Problem(
        Rule.RESERVED_NAME,
        at,
        "The " + what + " is reserved.",
        "Rename it; __START_AT, __END_AT and names with __deltacdc_ are ours.");
  }

  static Problem caseOnly(Position at, String column, String other) {
    return new Problem(
        Rule.COLUMNS_DIFFER_BY_CASE,
        at,
        "The columns " + other + " and " + column + " differ by case only.",
        "Rename one: Delta tables compare column names without case.");
  }

  // Sources

  static Problem noConnector(Position at, TableName name) {
    return new Problem(
        Rule.MISSING_CONNECTOR,
        at,
        "The source " + name + " has no 'connector'.",
        "Write WITH ('connector' = 'filesystem', 'path' = '…', 'format' = 'json'). For a table to"
            + " write, CREATE STREAMING TABLE.");
  }

  static Problem unknownConnector(Literal connector) {
    return nearest(
        Rule.UNKNOWN_CONNECTOR,
        connector.position(),
        "There is no connector '" + connector + "'.",
        connector.text(),
        List.of("filesystem", "kafka", "delta"),
        "filesystem, kafka and delta are there; others need their jar on the class path.");
  }

  // Types

  static Problem type(Position at, String column, LogicalType type, String advice) {
    return new Problem(
        Rule.UNSUPPORTED_TYPE,
        at,
        "The column " + column + " is " + type.asSummaryString() + ", which a table cannot hold.",
        advice);
  }

  static Problem misfit(Position at, String flow, String column, LogicalType from, LogicalType to) {
    return new Problem(
        Rule.TYPE_MISMATCH,
        at,
        "The flow "
            + flow
            + " gives "
            + from.asSummaryString()
            + " for the column "
            + column
            + " "
            + to.asSummaryString()
            + ", which could lose something.",
        "Say how, by CAST in its query or a view, or change the table's column.");
  }

  static Problem notNull(Position at, String column) {
    return new Problem(
        Rule.NOT_NULL_COLUMN,
        at,
        "NOT NULL of the column " + column + " is not supported yet.",
        "Write CONSTRAINT name EXPECT (" + column + " IS NOT NULL) ON VIOLATION QUARANTINE.");
  }

  static Problem notBoolean(Position at, String what, LogicalType type) {
    return new Problem(
        Rule.CONDITION_NOT_BOOLEAN,
        at,
        what + " is " + type.asSummaryString() + ", not BOOLEAN.",
        "Write a condition, such as op = 'D'.");
  }

  static Problem keyType(Identifier key, LogicalType type) {
    return new Problem(
        Rule.KEY_NOT_COMPARABLE,
        key.position(),
        "The key " + key + " is " + type.asSummaryString() + ", which has no order.",
        "Use a number, a time or a string.");
  }

  static Problem sequenceType(SqlText sequence, LogicalType type) {
    return new Problem(
        Rule.SEQUENCE_NOT_ORDERABLE,
        sequence.position(),
        "SEQUENCE BY "
            + sequence.text().strip()
            + " is "
            + type.asSummaryString()
            + ", which has no order.",
        "Use a number, a time, a string, or STRUCT(a, b) of such.");
  }

  static Problem notInsertOnly(Position at, String flow) {
    return new Problem(
        Rule.QUERY_NOT_APPEND_ONLY,
        at,
        "The query of "
            + flow
            + " changes rows it gave before (an aggregate, an outer join, or a join with a"
            + " table whose rows change), and a streaming table only adds rows.",
        "Write it as CREATE MATERIALIZED VIEW, aggregate over a window, or read a STREAM.");
  }

  // Flows and tables

  static Problem keyNotOutput(Identifier key, String flow) {
    return new Problem(
        Rule.KEY_NOT_IN_OUTPUT,
        key.position(),
        "The key " + key + " is not among the columns that the flow " + flow + " writes.",
        "Add it to COLUMNS; keys identify the table's rows.");
  }

  static Problem noColumns(Position at, String flow) {
    return new Problem(
        Rule.NO_OUTPUT_COLUMN,
        at,
        "The flow " + flow + " writes no column.",
        "Leave some in COLUMNS.");
  }

  static Problem mixedFlows(Position at, TableName target) {
    return new Problem(
        Rule.MIXED_FLOWS,
        at,
        target + " is the target of an AUTO CDC flow and of an append flow.",
        "Use two tables: changes decide by key, appended rows have none.");
  }

  static Problem otherKeys(Position at, String flow, List<String> keys, String first) {
    return new Problem(
        Rule.DIFFERENT_KEYS,
        at,
        "The flow " + flow + " has other KEYS than the flow " + first + " into the same table.",
        "Use KEYS (" + String.join(", ", keys) + ") in all.");
  }

  static Problem otherSequence(
      Position at, String flow, String type, String first, String firstType) {
    return new Problem(
        Rule.DIFFERENT_SEQUENCE_TYPES,
        at,
        "The flow "
            + flow
            + " orders by "
            + type
            + ", the flow "
            + first
            + " into the same table by "
            + firstType
            + ".",
        "Events of all flows are compared: CAST to one type.");
  }

  static Problem missingColumn(
      Position at, String flow, String column, TableName target, Collection<String> given) {
    return nearest(
        Rule.MISSING_COLUMN,
        at,
        "The flow " + flow + " gives no column " + column + " of the table " + target + ".",
        column,
        given,
        "Add it to the flow, or take it out of the table.");
  }

  static Problem extraColumn(
      Position at, String flow, String column, TableName target, Collection<String> declared) {
    return nearest(
        Rule.UNDECLARED_COLUMN,
        at,
        "The flow "
            + flow
            + " gives the column "
            + column
            + ", which the table "
            + target
            + " has not.",
        column,
        declared,
        "Leave it out by COLUMNS * EXCEPT (" + column + "), or add it to the table.");
  }

  static Problem partitionedAndClustered(Position at, TableName table) {
    return new Problem(
        Rule.PARTITIONED_AND_CLUSTERED,
        at,
        table + " has PARTITIONED BY and CLUSTER BY.",
        "Delta tables have one of them.");
  }

  static Problem allPartitioned(Position at, TableName table) {
    return new Problem(
        Rule.ONLY_PARTITION_COLUMNS,
        at,
        "Every column of " + table + " is in PARTITIONED BY.",
        "Leave at least one out.");
  }

  static Problem partitionType(Identifier column, LogicalType type) {
    return new Problem(
        Rule.PARTITION_TYPE,
        column.position(),
        "PARTITIONED BY: " + column + " is " + type.asSummaryString() + ".",
        "Partition by a number, string, date or time.");
  }

  static Problem clusterType(Identifier column, LogicalType type) {
    return new Problem(
        Rule.CLUSTER_TYPE,
        column.position(),
        "CLUSTER BY: " + column + " is " + type.asSummaryString() + ".",
        "Cluster by a number, string, date or time.");
  }

  // Notices

  static Problem timestampNtz(Position at, String column) {
    return new Problem(
        Rule.TIMESTAMP_NTZ,
        at,
        "The column "
            + column
            + " is TIMESTAMP, in Delta timestamp_ntz: the SQL endpoint of Microsoft Fabric hides"
            + " such columns.",
        "TIMESTAMP_LTZ is seen everywhere.");
  }

  static Problem nearest(
      Rule rule,
      Position at,
      String message,
      String word,
      Collection<String> candidates,
      String otherwise) {
    return new Problem(
        rule,
        at,
        message,
        NearestWord.of(word, candidates)
            .map(near -> "Did you mean " + near + "?")
            .orElse(otherwise));
  }
}
