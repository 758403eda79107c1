/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.SparkHints;
import dev.deltacdc.job.pipeline.SqlText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;

/** What Flink's planner says about a text of the file, as a diagnostic of the file. */
final class PlannerErrors {

  private static final Pattern PLACE =
      Pattern.compile("(?:From line|[Aa]t line) (\\d+), column (\\d+)");
  private static final Pattern BEFORE =
      Pattern.compile(
          "(?s)^.*?(?:From line \\d+, column \\d+ to line \\d+, column \\d+|At line \\d+, column"
              + " \\d+): ");
  private static final Pattern BEHIND = Pattern.compile(",? at line \\d+, column \\d+");
  private static final Pattern ENCOUNTERED =
      Pattern.compile("Encountered \"|Incorrect syntax near the keyword");
  private static final Pattern OBJECT =
      Pattern.compile("Object '([^']*)' not found(?: within '[^']*')?");
  private static final String NO_OBJECT = "There is no table or view ";
  private static final Pattern TYPE = Pattern.compile("Unknown identifier '([^']*)'");

  private static final Pattern COLUMN =
      Pattern.compile(
          "^(?:Column '([^']*)' not found in any table\\.|Primary key column '([^']*)' is not"
              + " defined in the schema\\.)$");

  private static final Pattern FUNCTION =
      Pattern.compile("^No match found for function signature (\\w+)\\((.*)\\)\\.?$");

  private static final Pattern AMBIGUOUS =
      Pattern.compile(
          "^(?:Column '([^']*)' is ambiguous|A \\w+ Column named '([^']*)' already exists)");

  private static final String DECLARE =
      "Declare it: CREATE TABLE … WITH ('connector' = …), or a view or streaming table. A Delta"
          + " table of the lake (--lake) needs no statement.";

  /** Of a function or operator. */
  private static final Pattern ARGUMENTS =
      Pattern.compile(
          "^(?:Invalid number of arguments to function |Cannot apply '|Invalid function call)");

  private static final String CHECK_ARGUMENTS =
      "Check the number and types of its arguments; CAST(a AS TYPE) converts one.";

  /** Words that are hardly meant as a name. */
  private static final Set<String> CLAUSES =
      Set.of(
          "SELECT", "FROM", "WHERE", "GROUP", "ORDER", "HAVING", "JOIN", "ON", "AS", "AND", "OR",
          "NOT", "CASE", "WHEN", "THEN", "ELSE", "END", "IN", "IS", "LIKE", "BETWEEN", "UNION",
          "LIMIT");

  private static final List<String> TYPES =
      List.of(
          "BOOLEAN",
          "TINYINT",
          "SMALLINT",
          "INT",
          "INTEGER",
          "BIGINT",
          "FLOAT",
          "DOUBLE",
          "DECIMAL",
          "CHAR",
          "VARCHAR",
          "STRING",
          "BINARY",
          "VARBINARY",
          "BYTES",
          "DATE",
          "TIMESTAMP",
          "TIMESTAMP_LTZ",
          "ARRAY",
          "MAP",
          "ROW");

  private PlannerErrors() {}

  /**
   * For a query that was planned as it stands in the file.
   *
   * @param words those that the query can use, to suggest one
   */
  static Problem inQuery(Throwable error, SqlText text, Vocabulary words) {
    return problem(error, text, 0, words);
  }

  /** For a text that was planned one line below its own, behind a prefix. */
  static Problem inPart(Throwable error, SqlText text, Vocabulary words) {
    return problem(error, text, 1, words);
  }

  /** The same for an expression that was planned beside the columns of its table. */
  static Problem inExpression(Throwable error, SqlText text, Vocabulary words) {
    return message(error).contains("is not being grouped")
        ? new Problem(
            Rule.AGGREGATE_IN_EXPRESSION,
            text.position(),
            "An aggregate has no place here: this is an expression of one row.",
            "Compute it over a window, in a view, or compare columns of the row.")
        : inPart(error, text, words);
  }

  /** For a query of ours around texts that were checked one by one: it is the whole that fails. */
  static Problem inWhole(Throwable error, Position at) {
    String message = plain(message(error));
    return ambiguous(at, message).orElseGet(() -> new Problem(Rule.INVALID_QUERY, at, message));
  }

  private static Problem problem(Throwable error, SqlText text, int shift, Vocabulary words) {
    String message = message(error);
    boolean unfinished = message.contains("Encountered \"<EOF>\"");
    Matcher place = PLACE.matcher(message);
    Position at = text.position();
    if (place.find()) {
      Position found =
          new Position(Integer.parseInt(place.group(1)) - shift, Integer.parseInt(place.group(2)));
      unfinished |= !text.contains(found) && ENCOUNTERED.matcher(message).find();
      at = text.contains(found) ? found : at;
    }
    if (unfinished) {
      return new Problem(
          Rule.UNFINISHED_QUERY,
          text.end(),
          "The expression or query is not finished.",
          "Write what is to follow, or take its last word out.");
    }
    Optional<Problem> hint = SparkHints.near(text, at);
    if (hint.isPresent()) {
      return hint.get();
    }
    return ENCOUNTERED.matcher(message).find()
        ? notUnderstood(at, text, words)
        : explained(at, plain(message), words);
  }

  /**
   * A word that the parser did not expect: a reserved one used as a name, or a comma is missing.
   */
  private static Problem notUnderstood(Position at, SqlText text, Vocabulary words) {
    String word = SparkHints.word(text, at).orElse(text.text());
    if (word.equals(".")) { // the reserved word is the next part of a name
      return notUnderstood(new Position(at.line(), at.column() + 1), text, words);
    }
    Optional<String> name = reserved(word, words);
    return new Problem(
        name.isPresent() ? Rule.RESERVED_WORD : Rule.QUERY_SYNTAX,
        at,
        "Flink's SQL does not understand '" + word + "' here.",
        name.orElse(advice(word)));
  }

  /** What to do about a word that can only be meant as a name. */
  private static Optional<String> reserved(String word, Vocabulary words) {
    return mayBeName(word) && words.isReserved(word)
        ? Optional.of("If it is a name: it is a reserved word, write `" + word + "`.")
        : Optional.empty();
  }

  private static @Nullable String advice(String word) {
    return mayBeName(word) ? "Is a comma, a parenthesis or a word missing before it?" : null;
  }

  private static boolean mayBeName(String word) {
    return Character.isLetter(word.charAt(0)) && !CLAUSES.contains(word.toUpperCase(Locale.ROOT));
  }

  private static Problem explained(Position at, String message, Vocabulary words) {
    Matcher type = TYPE.matcher(message);
    if (type.find()) {
      return new Problem(
              Rule.UNKNOWN_TYPE,
              at,
              "There is no type " + type.group(1) + ".",
              "Types are " + String.join(", ", TYPES) + ".")
          .meant(type.group(1), TYPES);
    }
    Matcher function = FUNCTION.matcher(message);
    if (function.find()) {
      return function(at, function.group(1), function.group(2), words.functions());
    }
    if (ARGUMENTS.matcher(message).find()) {
      return new Problem(Rule.FUNCTION_ARGUMENTS, at, message, CHECK_ARGUMENTS);
    }
    Optional<Problem> ambiguous = ambiguous(at, message);
    if (ambiguous.isPresent()) {
      return ambiguous.get();
    }
    if (message.contains("ENFORCED mode for PRIMARY KEY")) {
      return new Problem(
          Rule.ENFORCED_PRIMARY_KEY,
          at,
          "A PRIMARY KEY of a source is not checked.",
          "Write PRIMARY KEY (…) NOT ENFORCED.");
    }
    Matcher column = COLUMN.matcher(message);
    if (column.find()) {
      return new Problem(
              Rule.UNKNOWN_COLUMN, at, "There is no column '" + either(column) + "' here.")
          .meant(either(column), words.columns());
    }
    return message.startsWith(NO_OBJECT)
        ? new Problem(Rule.UNKNOWN_SOURCE, at, message, message.endsWith("?") ? null : DECLARE)
        : new Problem(Rule.INVALID_QUERY, at, message);
  }

  private static Optional<Problem> ambiguous(Position at, String message) {
    return AMBIGUOUS
        .matcher(message)
        .results()
        .findFirst()
        .map(
            found ->
                new Problem(
                    Rule.AMBIGUOUS_COLUMN,
                    at,
                    "Two columns are named " + either(found) + ".",
                    "Name one otherwise, with AS in a query; where two tables have it, write"
                        + " table.column."));
  }

  /** The name that one of two alternatives has found. */
  private static String either(MatchResult found) {
    return found.group(1) == null ? found.group(2) : found.group(1);
  }

  private static Problem function(Position at, String name, String types, List<String> functions) {
    return functions.contains(name.toUpperCase(Locale.ROOT))
        ? new Problem(
            Rule.FUNCTION_ARGUMENTS,
            at,
            "The function " + name + " does not take (" + types.replaceAll("[<>]", "") + ").",
            CHECK_ARGUMENTS)
        : new Problem(
                Rule.UNKNOWN_FUNCTION,
                at,
                "Flink SQL has no function " + name + ".",
                "Flink's documentation lists them under System (Built-in) Functions.")
            .meant(name, functions);
  }

  /** The message that tells a place, else that of the first cause. */
  private static String message(Throwable error) {
    Throwable last = error;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && PLACE.matcher(cause.getMessage()).find()) {
        return cause.getMessage();
      }
      last = cause;
    }
    return last.getMessage() == null ? last.toString() : last.getMessage();
  }

  private static String plain(String message) {
    String text = BEFORE.matcher(message).replaceFirst("");
    text = BEHIND.matcher(text).replaceFirst("").replaceAll("\\s*\\n\\s*", ". ").strip();
    text = OBJECT.matcher(text).replaceFirst(NO_OBJECT + "'$1'");
    return text.endsWith(".") || text.endsWith("?") ? text : text + ".";
  }
}
