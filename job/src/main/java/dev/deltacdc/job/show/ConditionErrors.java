/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import dev.deltacdc.job.pipeline.NearestWord;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Flink's planner says about a condition, without the parts that speak of our own query. */
final class ConditionErrors {
  private static final Pattern PLACE =
      Pattern.compile(
          "(?s)(?:From line (\\d+), column (\\d+)(?: to line \\d+, column \\d+)?:\\s*)(.*)");
  private static final Pattern AT = Pattern.compile("(?s)(.*?) at line (\\d+), column (\\d+)\\..*");
  private static final Pattern COLUMN = Pattern.compile("Column '([^']*)' not found in any table");
  private static final Pattern CONVERSION =
      Pattern.compile("implicit type conversion between (\\S+) and (\\S+) is not supported");

  private ConditionErrors() {}

  /**
   * The message for the user.
   *
   * @param condition as the user wrote it
   * @param columns those of the table, to suggest one
   */
  static String of(Throwable problem, String condition, List<String> columns) {
    Throwable deepest = problem;
    String column = null;
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      Matcher placed = PLACE.matcher(String.valueOf(cause.getMessage()));
      if (placed.find()) {
        column = placed.group(2);
      }
      deepest = cause;
    }
    String message = String.valueOf(deepest.getMessage());
    Matcher placed = PLACE.matcher(message);
    if (placed.find()) {
      message = placed.group(3);
    }
    Matcher parsed = AT.matcher(message);
    if (parsed.matches()) {
      return "--where, column " + parsed.group(3) + ": " + syntax(parsed, condition);
    }
    return "--where"
        + (column == null ? "" : ", column " + column)
        + ": "
        + explained(message.strip(), columns);
  }

  static String noColumn(String column, List<String> columns) {
    return "There is no column '"
        + column
        + "'. "
        + NearestWord.of(column, columns)
            .map(near -> "Did you mean " + near + "?")
            .orElse("The table has " + String.join(", ", columns) + ".");
  }

  private static String syntax(Matcher parsed, String condition) {
    // The condition stands in parentheses: where the last one is the surprise, it ended too early.
    boolean unfinished =
        parsed.group(1).endsWith(")\"") && !condition.stripTrailing().endsWith(")");
    return unfinished
        ? "The condition is not finished."
        : parsed.group(1).strip()
            + ". A column with the name of a keyword stands in backquotes, like `raw`; text in single quotes.";
  }

  private static String explained(String message, List<String> columns) {
    Matcher column = COLUMN.matcher(message);
    if (column.find()) {
      return noColumn(column.group(1), columns);
    }
    Matcher conversion = CONVERSION.matcher(message);
    if (conversion.find()) {
      return conversion.group(1)
          + " and "
          + conversion.group(2)
          + " are not compared. Write a value of the column's type, or CAST(… AS TYPE).";
    }
    return message;
  }
}
