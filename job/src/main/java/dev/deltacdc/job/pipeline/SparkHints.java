/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/**
 * What people paste from Spark SQL and Databricks, and how Flink SQL says it. Consulted when a text
 * is wrong, never to declare one wrong.
 */
public final class SparkHints {

  static final List<Hint> ALL =
      List.of(
          function("NVL", "COALESCE(a, b)"),
          function("NVL2", "CASE WHEN a IS NOT NULL THEN b ELSE c END"),
          function("ISNULL", "a IS NULL"),
          function("ISNOTNULL", "a IS NOT NULL"),
          function("DATE_SUB", "CAST(d - INTERVAL '1' DAY AS DATE), or TIMESTAMPADD(DAY, -n, d)"),
          function("DATE_ADD", "CAST(d + INTERVAL '1' DAY AS DATE), or TIMESTAMPADD(DAY, n, d)"),
          function("DATEDIFF", "TIMESTAMPDIFF(DAY, from, to)"),
          function("DATE_TRUNC", "FLOOR(t TO DAY)"),
          function("FROM_JSON", "JSON_VALUE(s, '$.name'), or a 'json' source with ROW columns"),
          function("GET_JSON_OBJECT", "JSON_VALUE(s, '$.name')"),
          function("COLLECT_LIST", "ARRAY_AGG(a)"),
          function("COLLECT_SET", "COLLECT(DISTINCT a)"),
          function("EXPLODE", "CROSS JOIN UNNEST(a) AS t (b)"),
          function("NAMED_STRUCT", "ROW(a, b)"),
          function("GETDATE", "CURRENT_TIMESTAMP"),
          function("MONOTONICALLY_INCREASING_ID", "UUID(), or a column of the source"),
          function("SIZE", "CARDINALITY(a)"),
          function("TO_TIMESTAMP_NTZ", "TO_TIMESTAMP(s)"),
          function(
              "UNIX_MILLIS", "a column of the source in milliseconds, and TO_TIMESTAMP_LTZ(n, 3)"),
          function("TIMESTAMP_MILLIS", "TO_TIMESTAMP_LTZ(n, 3)"),
          function("TIMESTAMP_SECONDS", "TO_TIMESTAMP_LTZ(n, 0)"),
          function("STRUCT", "ROW(a, b); STRUCT is for SEQUENCE BY"),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "::",
              "Flink SQL has no x::TYPE.",
              "Write CAST(x AS TYPE), or TRY_CAST for NULL when it fails."),
          type("TIMESTAMP_NTZ", "TIMESTAMP(6)"),
          type("LONG", "BIGINT"),
          type("INT64", "BIGINT"),
          type("INT32", "INT"),
          type("TEXT", "STRING"),
          type("DATETIME", "TIMESTAMP(6)"),
          type("TIMESTAMPTZ", "TIMESTAMP_LTZ(6)"),
          type("BOOL", "BOOLEAN"),
          type("SHORT", "SMALLINT"),
          type("BYTE", "TINYINT"),
          Hint.of(
              Rule.SPARK_TYPE,
              "STRUCT <",
              "Flink SQL has no type STRUCT.",
              "Write ROW<name TYPE, …>."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "USING DELTA",
              "USING DELTA is not needed: targets are Delta tables.",
              "Write CREATE STREAMING TABLE for a target, CREATE TABLE … WITH ('connector' = …) for a source."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "USING CSV",
              "A source names its format in WITH.",
              "Write WITH ('connector' = 'filesystem', 'path' = '…', 'format' = 'csv')."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "USING JSON",
              "A source names its format in WITH.",
              "Write WITH ('connector' = 'filesystem', 'path' = '…', 'format' = 'json')."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "READ_FILES (",
              "There is no read_files here.",
              "Declare the files as a source: CREATE TABLE s (…) WITH ('connector' = 'filesystem', …), and read STREAM(s)."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "CLOUD_FILES (",
              "There is no cloud_files here.",
              "Declare the files as a source: CREATE TABLE s (…) WITH ('connector' = 'filesystem', …), and read STREAM(s)."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "READ_KAFKA (",
              "There is no read_kafka here.",
              "Declare the topic as a source: CREATE TABLE s (…) WITH ('connector' = 'kafka', …), and read STREAM(s)."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "* EXCEPT",
              "Flink SQL has no * EXCEPT in a SELECT.",
              "Name the columns, or leave them out by COLUMNS * EXCEPT of the flow."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "* EXCLUDE",
              "Flink SQL has no * EXCLUDE in a SELECT.",
              "Name the columns, or leave them out by COLUMNS * EXCEPT of the flow."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "LIVE .",
              "Names have no LIVE. before them.",
              "Write the name alone."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "LATERAL VIEW",
              "Flink SQL has no LATERAL VIEW.",
              "Write CROSS JOIN UNNEST(a) AS t (b)."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "QUALIFY",
              "QUALIFY on a stream is a ranking over all that came before.",
              "AUTO CDC keeps the latest row of each key; leave QUALIFY out."),
          Hint.of(
              Rule.SPARK_SYNTAX, "RLIKE", "Flink SQL has no RLIKE.", "Write REGEXP(a, 'pattern')."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "ILIKE",
              "Flink SQL has no ILIKE.",
              "Write LOWER(a) LIKE 'pattern'."),
          Hint.of(
              Rule.SPARK_SYNTAX,
              "<= >",
              "Flink SQL has no <=>.",
              "Write a IS NOT DISTINCT FROM b."));

  private SparkHints() {}

  /** What is found in a text, at its place in the file. */
  public static List<Problem> in(SqlText text) {
    return in(Tokens.of(text).visible());
  }

  /** What is found around a place of a text: there, or up to three tokens before. */
  public static Optional<Problem> near(SqlText text, Position place) {
    List<Token> tokens = Tokens.of(text).visible();
    int index = 0;
    while (index + 1 < tokens.size()
        && SqlCapture.position(tokens.get(index + 1)).compareTo(place) <= 0) {
      index++;
    }
    for (int i = Math.min(index + 1, tokens.size() - 1); i >= Math.max(0, index - 3); i--) {
      Optional<Problem> found = at(tokens, i);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The token at a place, or the last one before it; empty for an empty text. */
  public static Optional<String> word(SqlText text, Position place) {
    return Tokens.of(text).visible().stream()
        .filter(token -> SqlCapture.position(token).compareTo(place) <= 0)
        .reduce((first, second) -> second)
        .map(Token::getText);
  }

  /** What is found in a row of tokens. */
  static List<Problem> in(List<Token> tokens) {
    List<Problem> found = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      at(tokens, i).ifPresent(found::add);
    }
    return found;
  }

  /** What is found at one token. */
  static Optional<Problem> at(List<Token> tokens, int index) {
    Token token = tokens.get(index);
    if (token.getText().startsWith("\"")) {
      return Optional.of(
          new Problem(
              Rule.DOUBLE_QUOTES,
              SqlCapture.position(token),
              "Strings stand in single quotes: found " + token.getText() + ".",
              "Write 'text' for a string, `name` for a name."));
    }
    return ALL.stream()
        .filter(hint -> matches(hint, tokens, index))
        .findFirst()
        .map(
            hint ->
                new Problem(
                    hint.rule(), SqlCapture.position(token), hint.message(), hint.advice()));
  }

  private static boolean matches(Hint hint, List<Token> tokens, int index) {
    if (index + hint.pattern().size() > tokens.size()) {
      return false;
    }
    for (int i = 0; i < hint.pattern().size(); i++) {
      String text = tokens.get(index + i).getText().toUpperCase(Locale.ROOT);
      if (!hint.pattern().get(i).equals(text)) {
        return false;
      }
    }
    return true;
  }

  private static Hint function(String name, String instead) {
    return Hint.of(
        Rule.SPARK_FUNCTION,
        name + " (",
        "Flink SQL has no function " + name + "(…).",
        "Write " + instead + ".");
  }

  private static Hint type(String name, String instead) {
    return Hint.of(
        Rule.SPARK_TYPE, name, "Flink SQL has no type " + name + ".", "Write " + instead + ".");
  }
}
