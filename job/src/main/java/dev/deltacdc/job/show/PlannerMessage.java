/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Flink's planner says about a condition, without the parts that speak of our own query. */
final class PlannerMessage {
  private static final Pattern PLACE =
      Pattern.compile(
          "(?s)(?:From line (\\d+), column (\\d+)(?: to line \\d+, column \\d+)?:\\s*)(.*)");
  private static final Pattern AT = Pattern.compile("(?s)(.*?) at line (\\d+), column (\\d+)\\..*");

  private PlannerMessage() {}

  static String of(Throwable problem) {
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
      return "--where, column "
          + parsed.group(3)
          + ": "
          + parsed.group(1).strip()
          + ". A column with the name of a keyword stands in backquotes, like `raw`; text in single quotes.";
    }
    return "--where" + (column == null ? "" : ", column " + column) + ": " + message.strip();
  }
}
