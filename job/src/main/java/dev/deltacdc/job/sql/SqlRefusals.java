/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.sql;

import dev.deltacdc.job.pipeline.SqlText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The statements that a lake does not take, with the reason. */
final class SqlRefusals {

  private static final String REWRITES =
      "rows are only added here: what reads a table as a stream cannot see them change or go. Use"
          + " an engine that is made for it, such as Spark; a pipeline that reads the table then"
          + " stops with an error";

  private static final Map<String, String> REASONS =
      new TreeMap<>(
          Map.of(
              "UPDATE",
              REWRITES,
              "DELETE",
              REWRITES,
              "MERGE",
              REWRITES,
              "TRUNCATE",
              REWRITES,
              "INSERT OVERWRITE",
              REWRITES,
              "DROP",
              "a table is dropped by removing its folder from the lake",
              "ALTER",
              "change a table with an engine that is made for it, such as Spark",
              "SET",
              "give settings by --set KEY=VALUE",
              "SELECT",
              "the command query prints rows",
              "WITH",
              "the command query prints rows"));

  private static final List<String> TAKEN =
      List.of("INSERT INTO", "CREATE TABLE", "CREATE TEMPORARY VIEW", "USE");

  private static final Set<String> QUERIES = Set.of("SELECT", "WITH", "VALUES", "(");

  private SqlRefusals() {}

  /**
   * @throws IllegalArgumentException for a statement that is not taken
   */
  static void check(SqlText statement, String file) {
    String start = start(statement);
    for (Map.Entry<String, String> refused : REASONS.entrySet()) {
      if (start.startsWith(refused.getKey() + " ")) {
        throw refused(statement, file, refused.getKey() + ": " + refused.getValue() + ".");
      }
    }
    if (TAKEN.stream().noneMatch(taken -> start.startsWith(taken + " "))) {
      throw refused(
          statement,
          file,
          "This is no statement for a lake. Those are "
              + String.join(", ", TAKEN)
              + "; the command query prints rows.");
    }
  }

  /**
   * @throws IllegalArgumentException for a statement that is no query
   */
  static void checkQuery(SqlText statement, String file) {
    String first = statement.words().get(0).text().toUpperCase(Locale.ROOT);
    if (!QUERIES.contains(first)) {
      throw refused(
          statement, file, "This is no query. Write SELECT …; the command sql runs statements.");
    }
  }

  /** The first words in upper case, with a space behind each. */
  private static String start(SqlText statement) {
    StringBuilder start = new StringBuilder();
    statement.words().stream()
        .limit(3)
        .forEach(word -> start.append(word.text().toUpperCase(Locale.ROOT)).append(' '));
    return start.toString();
  }

  private static IllegalArgumentException refused(SqlText statement, String file, String why) {
    return new IllegalArgumentException(file + ":" + statement.position() + ": " + why);
  }
}
