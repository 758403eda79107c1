/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/**
 * Statements that people write and that are not there: by their first words, what to do instead.
 */
final class OtherStatements {

  private record Known(List<String> words, boolean planned, String advice) {}

  private static final List<Known> KNOWN =
      List.of(
          other(
              "CREATE OR REPLACE MATERIALIZED VIEW", "Write CREATE OR REFRESH MATERIALIZED VIEW."),
          planned("CREATE PRIVATE", "Write CREATE TEMPORARY VIEW, or CREATE STREAMING TABLE."),
          other("CREATE VIEW", "Write CREATE TEMPORARY VIEW: views live in this file only."),
          other(
              "CREATE OR REPLACE VIEW",
              "Write CREATE TEMPORARY VIEW: views live in this file only."),
          other(
              "CREATE OR REPLACE TABLE",
              "Write CREATE TABLE … WITH (…) for a source, CREATE STREAMING TABLE for a target."),
          other("CREATE LIVE", "Write CREATE STREAMING TABLE."),
          other("CREATE STREAMING LIVE", "Write CREATE STREAMING TABLE."),
          other("CREATE OR REFRESH LIVE", "Write CREATE OR REFRESH STREAMING TABLE."),
          other("CREATE OR REFRESH STREAMING LIVE", "Write CREATE OR REFRESH STREAMING TABLE."),
          other("CREATE EXTERNAL", "Write CREATE TABLE … WITH (…) for a source."),
          other("CREATE FUNCTION", "Flink's built-in functions are there."),
          other("CREATE TEMPORARY FUNCTION", "Flink's built-in functions are there."),
          other("CREATE CATALOG", "Tables live in the lake, by their names."),
          other(
              "CREATE DATABASE",
              "Databases are folders of the lake, made when a table needs them: USE database."),
          other(
              "CREATE SCHEMA",
              "Schemas are folders of the lake, made when a table needs them: USE schema."),
          other("RESET", "Leave out the SET."),
          other("INSERT", "Write CREATE FLOW name AS INSERT INTO table SELECT …."),
          other("MERGE", "Write CREATE FLOW name AS AUTO CDC INTO table …."),
          other("UPDATE", "Write CREATE FLOW name AS AUTO CDC INTO table …."),
          other(
              "DELETE", "Write CREATE FLOW name AS AUTO CDC INTO table … APPLY AS DELETE WHEN …."),
          other("SELECT", "A pipeline fills tables; look into one with the command show."),
          other("WITH", "A pipeline fills tables; look into one with the command show."),
          other("ALTER", "Change the CREATE statement."),
          other("DROP", "Leave the CREATE statement out; the table's files stay."),
          other("OPTIMIZE", "Stop the job, optimize the table with any engine, run again."),
          other("VACUUM", "Any engine may vacuum the table."),
          other("EXPLAIN", "The command graph shows the pipeline."),
          other("SHOW", "The command graph shows the pipeline."),
          other("DESCRIBE", "The command show shows a table."),
          other("ADD JAR", "Put the connector's jar on the class path."),
          other("BEGIN", "The flows of a file run as one job."),
          other("EXECUTE", "The flows of a file run as one job."),
          other("DECLARE", "Write the value in place."));

  private OtherStatements() {}

  static Optional<Problem> at(List<Token> tokens) {
    return KNOWN.stream()
        .filter(known -> startsWith(tokens, known.words()))
        .findFirst()
        .map(
            known -> {
              Position at = SqlCapture.position(tokens.get(0));
              String what = String.join(" ", known.words());
              return known.planned()
                  ? ParseErrors.unsupported(at, what, known.advice())
                  : ParseErrors.notOurs(at, what, known.advice());
            });
  }

  private static boolean startsWith(List<Token> tokens, List<String> words) {
    if (tokens.size() < words.size()) {
      return false;
    }
    for (int i = 0; i < words.size(); i++) {
      if (!tokens.get(i).getText().toUpperCase(Locale.ROOT).equals(words.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Known planned(String words, String advice) {
    return new Known(List.of(words.split(" ")), true, advice);
  }

  private static Known other(String words, String advice) {
    return new Known(List.of(words.split(" ")), false, advice);
  }
}
