/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.sql;

import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.show.LakePath;
import dev.deltacdc.job.topology.Lake;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Flink's errors of a statement, in words for the user, with the place in the text. */
final class SqlErrors {

  private static final Pattern PLACE =
      Pattern.compile("(?:From line|[Aa]t line) (\\d+), column (\\d+)");
  private static final Pattern BEFORE =
      Pattern.compile(
          "(?s)^.*?(?:From line \\d+, column \\d+ to line \\d+, column \\d+|At line \\d+, column"
              + " \\d+): ");
  private static final Pattern BEHIND = Pattern.compile("(?s),? at line \\d+, column \\d+.*");
  private static final Pattern OBJECT = Pattern.compile("Object '([^']*)' not found");
  private static final Pattern SINK =
      Pattern.compile("Cannot find table '`?([^'`]*)`?\\.`?([^'`]*)`?\\.`?([^'`]*)`?'");
  private static final Pattern EXISTS = Pattern.compile("already exists");
  private static final Pattern HIDDEN = Pattern.compile("`?" + LakeCatalog.NO_FOLDER + "`?\\.");

  private SqlErrors() {}

  /** Of a statement that the planner refuses, or that the lake does. */
  static IllegalArgumentException of(Throwable error, SqlText statement, String file, Lake lake) {
    Position at = statement.position();
    Throwable deepest = error;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      Matcher place = PLACE.matcher(String.valueOf(cause.getMessage()));
      if (place.find()) {
        at = new Position(Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2)));
      }
      deepest = cause;
    }
    String message = explained(String.valueOf(deepest.getMessage()), lake);
    return new IllegalArgumentException(file + ":" + at + ": " + message, error);
  }

  /**
   * Of the parser, whose exceptions are out of reach behind the planner's class loader; other
   * errors are handed on.
   */
  static RuntimeException ofParser(
      RuntimeException error, SqlText statement, String file, Lake lake) {
    return PLACE.matcher(String.valueOf(error.getMessage())).find()
        ? of(error, statement, file, lake)
        : error;
  }

  private static String explained(String message, Lake lake) {
    Matcher object = OBJECT.matcher(message);
    if (object.find()) {
      return noTable(object.group(1), lake);
    }
    Matcher sink = SINK.matcher(message);
    if (sink.find()) {
      return noTable(sink.group(3), lake);
    }
    String plain = BEFORE.matcher(message).replaceFirst("");
    plain = BEHIND.matcher(plain).replaceFirst(".");
    plain = HIDDEN.matcher(plain).replaceAll("").strip();
    if (plain.startsWith("Encountered")) {
      return plain
          + " A name that is a keyword stands in backquotes, like `raw`; text in single quotes.";
    }
    return EXISTS.matcher(plain).find()
        ? plain + " Write CREATE TABLE IF NOT EXISTS to let it be."
        : plain;
  }

  private static String noTable(String name, Lake lake) {
    return "There is no table " + name + " in the lake. " + LakePath.of(name, lake.uri()).advice();
  }
}
