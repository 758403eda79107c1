/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import static dev.deltacdc.job.pipeline.Rule.Area.AUTO_CDC;
import static dev.deltacdc.job.pipeline.Rule.Area.DAILY;
import static dev.deltacdc.job.pipeline.Rule.Area.DOWNSTREAM;
import static dev.deltacdc.job.pipeline.Rule.Area.GRAMMAR;
import static dev.deltacdc.job.pipeline.Rule.Area.HISTORY;
import static dev.deltacdc.job.pipeline.Rule.Area.NAMES;
import static dev.deltacdc.job.pipeline.Rule.Area.OPTIONS;
import static dev.deltacdc.job.pipeline.Rule.Area.QUERIES;
import static dev.deltacdc.job.pipeline.Rule.Area.SNAPSHOTS;
import static dev.deltacdc.job.pipeline.Rule.Area.SPARK;
import static dev.deltacdc.job.pipeline.Rule.Area.TABLES;
import static dev.deltacdc.job.pipeline.Rule.Area.VIEWS;

import java.util.Locale;

/**
 * The rules of a pipeline file: each error names the one that is broken, each notice the one that
 * it is about. Names are stable, since they stand in logs and are searched for.
 *
 * <p>docs/errors.md lists them, with the message of an example of each that stands in {@code
 * rules.sql} of the tests: a rule without one fails ErrorsDocTest, which writes the page.
 */
public enum Rule {
  UNEXPECTED_WORD(GRAMMAR, "A statement is written as its grammar says."),
  UNFINISHED_STATEMENT(GRAMMAR, "A statement goes on to its end."),
  UNKNOWN_CLAUSE(GRAMMAR, "A statement has its own clauses only."),
  DUPLICATE_CLAUSE(GRAMMAR, "Each clause stands at most once."),
  MISSING_FROM(GRAMMAR, "An AUTO CDC flow says what it reads, with FROM."),
  MISSING_KEYS(GRAMMAR, "An AUTO CDC flow says what identifies a row, with KEYS."),
  MISSING_SEQUENCE_BY(
      GRAMMAR, "An AUTO CDC flow of events says what orders them, with SEQUENCE BY."),
  MISSING_SNAPSHOT_OF(GRAMMAR, "A snapshot table says of which table it is, with SNAPSHOT OF."),
  MISSING_EVENT_TIME(GRAMMAR, "A snapshot table says what tells an event's day, with EVENT TIME."),
  CLAUSE_OF_TABLE(GRAMMAR, "A table's layout and properties stand in the table's statement."),
  SOURCE_NOT_A_STREAM(GRAMMAR, "An AUTO CDC flow reads STREAM(source)."),
  MISSING_SEMICOLON(GRAMMAR, "Statements end with a semicolon."),
  UNCLOSED_STRING(GRAMMAR, "A string stands between single quotes."),
  UNCLOSED_COMMENT(GRAMMAR, "A comment that starts with /* ends with */."),
  UNQUOTED_SETTING(GRAMMAR, "SET has key and value in single quotes."),
  NOT_A_STATEMENT(GRAMMAR, "A pipeline file declares sources, views, tables and flows."),
  NOT_SUPPORTED(GRAMMAR, "What AUTO CDC pipelines have elsewhere and not here is refused by name."),
  MISSING_EXPRESSION(GRAMMAR, "Parentheses of a condition hold an expression."),
  SEVERAL_EXPRESSIONS(GRAMMAR, "APPLY AS and SEQUENCE BY take one expression; STRUCT joins more."),
  UNKNOWN_SCD_TYPE(GRAMMAR, "The SCD types are 1 and 2."),
  NOTHING_TO_RUN(GRAMMAR, "A file fills at least one table."),
  OLD_STATEMENT(GRAMMAR, "APPLY CHANGES INTO is read as AUTO CDC INTO."),
  OLD_SCHEMA(GRAMMAR, "LIVE before a table's name is left out."),

  SPARK_FUNCTION(SPARK, "Functions are those of Flink SQL."),
  SPARK_TYPE(SPARK, "Types are those of Flink SQL."),
  SPARK_SYNTAX(SPARK, "What Spark SQL writes otherwise than Flink SQL is written as in Flink."),
  DOUBLE_QUOTES(SPARK, "Strings stand in single quotes, names in backquotes."),

  TOO_MANY_NAME_PARTS(NAMES, "A table's name has up to three parts."),
  NAME_NOT_A_FOLDER(NAMES, "Each part of a table's name is the name of a folder in the lake."),
  DUPLICATE_NAME(
      NAMES,
      "Sources, views and tables have different names, flows too; case does not count, and no flow"
          + " has a view's name."),
  QUARANTINE_NAME(NAMES, "No table has the name of the quarantine table."),
  NESTED_TABLES(NAMES, "No table lies in the folder of another one."),
  RESERVED_NAME(NAMES, "__START_AT, __END_AT and names with __deltacdc_ are reserved."),
  UNKNOWN_SOURCE(
      NAMES, "What a query or flow reads is declared in the file, or a Delta table of the lake."),
  READ_FROM_LAKE(NAMES, "What no statement declares is the Delta table of that name in the lake."),
  LAKE_NOT_READ(NAMES, "The lake can be read for the columns that the file does not declare."),
  SOURCE_WITHOUT_COLUMNS(NAMES, "A source has columns; those of a Delta table may be left out."),
  UNKNOWN_TARGET(NAMES, "A flow's target is declared as a streaming table."),
  TARGET_NOT_A_STREAMING_TABLE(NAMES, "Flows do not write sources, views and snapshot tables."),
  TABLE_NOT_FILLED(NAMES, "Each table has a flow that fills it."),
  DUPLICATE_COLUMN(NAMES, "A list of columns names each one once."),
  COLUMNS_DIFFER_BY_CASE(NAMES, "Columns of one table differ by more than case."),
  UNKNOWN_COLUMN(NAMES, "A column that is named is there."),
  AMBIGUOUS_COLUMN(NAMES, "A column that is named is there once."),
  DUPLICATE_CONSTRAINT(NAMES, "Constraints of one table or view have different names."),

  KEY_NOT_IN_OUTPUT(AUTO_CDC, "Keys are among the columns that the flow writes."),
  NO_OUTPUT_COLUMN(AUTO_CDC, "A flow writes at least one column."),
  KEY_IN_CLAUSE(
      AUTO_CDC, "TRACK HISTORY and IGNORE NULL UPDATES are about columns that are no keys."),
  KEY_NOT_COMPARABLE(AUTO_CDC, "Keys are of types whose values can be compared."),
  SEQUENCE_NOT_ORDERABLE(AUTO_CDC, "SEQUENCE BY is of a type that has an order."),
  CONDITION_NOT_BOOLEAN(
      AUTO_CDC, "APPLY AS DELETE WHEN, APPLY AS TRUNCATE WHEN and EXPECT take a condition."),
  TRUNCATE_OF_HISTORY(AUTO_CDC, "APPLY AS TRUNCATE WHEN goes with SCD TYPE 1 only."),
  MIXED_FLOWS(AUTO_CDC, "A table is the target of AUTO CDC flows or of append flows."),
  DIFFERENT_KEYS(AUTO_CDC, "Flows into one table have the same keys."),
  DIFFERENT_SEQUENCE_TYPES(AUTO_CDC, "Flows into one table have sequences of one type."),
  DIFFERENT_SCD_TYPES(AUTO_CDC, "Flows into one table have the same SCD type."),

  TRACK_WITHOUT_HISTORY(HISTORY, "TRACK HISTORY goes with SCD TYPE 2 only."),
  DIFFERENT_TRACK_HISTORY(HISTORY, "Flows into one history track the same columns."),
  HISTORY_COLUMN_WITHOUT_HISTORY(
      HISTORY, "Only a table of SCD TYPE 2 declares __START_AT and __END_AT."),
  ONE_HISTORY_COLUMN(HISTORY, "A history declares both __START_AT and __END_AT, or none."),
  HISTORY_COLUMN_TYPE(HISTORY, "__START_AT and __END_AT have the type of the sequence."),
  PARTITION_OF_HISTORY(HISTORY, "A history is not partitioned by __START_AT or __END_AT."),

  TYPE_MISMATCH(TABLES, "A flow's values fit the table's columns without a loss."),
  MISSING_COLUMN(TABLES, "A flow gives every column that its table declares."),
  UNDECLARED_COLUMN(TABLES, "A table that declares columns declares all that its flows give."),
  NOT_NULL_COLUMN(TABLES, "A table's columns may be NULL."),
  UNSUPPORTED_TYPE(TABLES, "A table's columns are of types that Delta has."),
  INVALID_COLUMN_NAME(TABLES, "A table's column names are those that Delta takes."),
  INVALID_PROPERTY(TABLES, "TBLPROPERTIES are those that the tables can have."),
  PARTITIONED_AND_CLUSTERED(TABLES, "A table has PARTITIONED BY or CLUSTER BY."),
  ONLY_PARTITION_COLUMNS(TABLES, "A table has a column that is not in PARTITIONED BY."),
  PARTITION_TYPE(TABLES, "Partition columns are numbers, strings, dates or times."),
  CLUSTER_TYPE(TABLES, "Cluster columns are numbers, strings, dates or times."),
  TIMESTAMP_NTZ(TABLES, "TIMESTAMP columns are not seen by every reader."),

  SNAPSHOT_OF_UNKNOWN_TABLE(DAILY, "SNAPSHOT OF names the target of an AUTO CDC flow of the file."),
  SNAPSHOT_OF_IGNORED_NULLS(DAILY, "A table with IGNORE NULL UPDATES has no snapshot table."),
  EVENT_TIME_TYPE(DAILY, "EVENT TIME is a TIMESTAMP or TIMESTAMP_LTZ column."),
  DIFFERENT_EVENT_TIMES(DAILY, "Snapshots of one table have the same EVENT TIME."),
  INVALID_START_DATE(DAILY, "START DATE is a day of the years 0001 to 9999."),
  INVALID_DAYS(DAILY, "LATE EVENTS and RETAIN are whole numbers of days up to 36500."),
  LATE_BEYOND_RETAIN(DAILY, "Days are kept at least as long as late events correct them."),
  SNAPSHOT_COLUMN_TAKEN(DAILY, "A table has no column of the name of one that its snapshot adds."),

  SOURCE_NOT_SNAPSHOTS(SNAPSHOTS, "FROM SNAPSHOT reads a source with 'snapshot.version'."),
  SNAPSHOTS_AS_EVENTS(SNAPSHOTS, "A location that is read again is read FROM SNAPSHOT only."),
  CLAUSE_OF_EVENTS(
      SNAPSHOTS, "SEQUENCE BY, APPLY AS, IGNORE NULL UPDATES and ONCE go with FROM STREAM only."),
  SNAPSHOTS_WITH_WATERMARK(SNAPSHOTS, "A source of full snapshots has no WATERMARK."),
  SNAPSHOT_FLOW_NOT_ALONE(
      SNAPSHOTS, "A flow that reads full snapshots is the only one of its table."),
  SNAPSHOT_ROWS_DROPPED(SNAPSHOTS, "No constraint leaves rows of a full snapshot out."),
  DAILY_SNAPSHOT_OF_SNAPSHOTS(SNAPSHOTS, "A table of full snapshots has no snapshot table."),

  CYCLE(DOWNSTREAM, "No table or view reads itself."),
  CHANGE_TYPE_UNUSED(DOWNSTREAM, "A query over a table's changes uses _change_type."),
  DELETES_UNUSED(DOWNSTREAM, "An AUTO CDC flow over a table's changes says what is a delete."),
  SEQUENCE_OF_OLD_ROW(
      DOWNSTREAM, "An AUTO CDC flow over a table's changes has SEQUENCE BY _change_sequence."),
  EVENT_TIME_OF_OLD_ROW(
      DOWNSTREAM, "A snapshot table of a table of changes has EVENT TIME _change_sequence."),
  READS_HISTORY(DOWNSTREAM, "A table of SCD TYPE 2 is read by materialized views only."),
  READS_SNAPSHOT_TABLE(DOWNSTREAM, "A snapshot table is not read by flows and views."),
  CHANGE_COLUMN_TAKEN(
      DOWNSTREAM, "A table whose changes are read has no column of the names that those add."),
  QUERY_NOT_APPEND_ONLY(DOWNSTREAM, "A flow's query only adds rows."),
  NOT_CHECKED(DOWNSTREAM, "What reads something with an error is not checked itself."),

  VIEW_WITHOUT_QUERY(VIEWS, "A materialized view has a query."),
  VIEW_FILLED_BY_FLOW(VIEWS, "A materialized view is filled by its query alone."),
  STREAM_OF_VIEW(VIEWS, "A materialized view is read without STREAM, by materialized views only."),
  AS_OF_TABLE(VIEWS, "A join with a row as it was is one with the history of its table."),
  SHADOWED_TABLE(VIEWS, "WITH gives no query the name of a table that is read in both ways."),
  VIEW_WITHOUT_KEY(VIEWS, "A materialized view whose rows change has a key."),
  VIEW_KEY_TYPE(VIEWS, "A materialized view's key is of numbers, strings, dates or times."),
  QUARANTINE_OF_VIEW(VIEWS, "Rows that change are not quarantined."),

  RESERVED_WORD(QUERIES, "A name that is a reserved word stands in backquotes."),
  QUERY_SYNTAX(QUERIES, "Expressions and queries are written in Flink SQL."),
  UNFINISHED_QUERY(QUERIES, "Expressions and queries go on to their end."),
  UNKNOWN_TYPE(QUERIES, "A type is one of Flink SQL."),
  DECIMAL_DIGITS(QUERIES, "A DECIMAL has at most 38 digits."),
  UNKNOWN_FUNCTION(QUERIES, "A function is one of Flink SQL."),
  FUNCTION_ARGUMENTS(QUERIES, "A function or operator gets the arguments that it takes."),
  AGGREGATE_IN_EXPRESSION(QUERIES, "Expressions of clauses and constraints are about one row."),
  INVALID_QUERY(
      QUERIES, "Flink accepts the expression, query or list of columns; the message is Flink's."),

  MISSING_CONNECTOR(OPTIONS, "A source names its connector."),
  UNKNOWN_CONNECTOR(OPTIONS, "The connector is there."),
  DUPLICATE_OPTION(OPTIONS, "WITH and TBLPROPERTIES have each key once."),
  UNKNOWN_OPTION(OPTIONS, "A source's options are those of its connector and format."),
  MISSING_OPTION(OPTIONS, "A source has the options that it and its other options need."),
  INVALID_OPTION(OPTIONS, "An option's value is one that it can have."),
  CONFLICTING_OPTIONS(OPTIONS, "Options of one source go together."),
  UNKNOWN_FORMAT(OPTIONS, "A format is json, csv, raw or debezium-json."),
  MISSING_PRIMARY_KEY(OPTIONS, "A source of Debezium's events has a PRIMARY KEY."),
  KEY_FIELDS(
      OPTIONS,
      "'key.fields' names columns that are read from the record, each once and with its prefix."),
  FORMAT_TYPE(OPTIONS, "A source's columns are of types that its format can give."),
  ENFORCED_PRIMARY_KEY(OPTIONS, "A source's PRIMARY KEY is NOT ENFORCED."),
  UNKNOWN_METADATA(OPTIONS, "Metadata is what the connector and format have."),
  METADATA_TYPE(OPTIONS, "A metadata column is of a type that holds the metadata as it is."),
  REFUSED_BY_CONNECTOR(OPTIONS, "A connector of Flink's takes its options and columns."),
  UNKNOWN_SETTING(OPTIONS, "A setting is one of ours, of the sinks or of Flink."),
  DUPLICATE_SETTING(OPTIONS, "Each key is SET once."),
  INVALID_SETTING(OPTIONS, "A setting's value is one that it can have."),
  REFUSED_SETTING(OPTIONS, "Flink is not set so that rows could be lost, doubled or left out."),
  UNKNOWN_TIME_ZONE(OPTIONS, "A time zone is one of the IANA database, such as 'Europe/Lisbon'."),
  UNSET_VARIABLE(OPTIONS, "An environment variable that ${env:…} names is set."),
  UNREADABLE_FILE(
      OPTIONS, "A file that ${file:…} names can be read, and is not larger than 1 MiB."),
  SECRET_SHOWN(OPTIONS, "A setting of Flink that its web page shows is no secret.");

  /** What a rule is about. */
  public enum Area {
    GRAMMAR("Grammar"),
    SPARK("Spark SQL"),
    NAMES("Names and columns"),
    AUTO_CDC("AUTO CDC"),
    HISTORY("History"),
    TABLES("Tables"),
    DAILY("Daily snapshots"),
    SNAPSHOTS("Full snapshots"),
    DOWNSTREAM("Tables of tables"),
    VIEWS("Materialized views"),
    QUERIES("Expressions and queries"),
    OPTIONS("Options and settings");

    private final String title;

    Area(String title) {
      this.title = title;
    }

    /** As a heading. */
    public String title() {
      return title;
    }
  }

  private final Area area;
  private final String sentence;

  Rule(Area area, String sentence) {
    this.area = area;
    this.sentence = sentence;
  }

  public Area area() {
    return area;
  }

  /** What holds in a file that keeps it. */
  public String sentence() {
    return sentence;
  }

  /** Its name in messages: {@code unknown-column}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
