/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.SparkHints;
import dev.deltacdc.job.pipeline.SqlText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;

/** What Flink's planner says about a text of the file, as a diagnostic of the file. */
final class PlannerErrors {

  private static final Pattern PLACE =
      Pattern.compile("(?:From line|[Aa]t line) (\\d+), column (\\d+)");
  private static final Pattern FROM_TO =
      Pattern.compile(
          "(?s)^.*?(?:From line \\d+, column \\d+ to line \\d+, column \\d+|At line \\d+, column"
              + " \\d+): ");
  private static final Pattern ENCOUNTERED = Pattern.compile("(?s)Encountered \"(.*?)\" at line");
  private static final Pattern FUNCTION =
      Pattern.compile("No match found for function signature ([^(\\s]+)");
  private static final Pattern OBJECT = Pattern.compile("Object '([^']*)' not found");

  private PlannerErrors() {}

  static Problem problem(Throwable error, SqlText text) {
    Throwable located = located(error);
    String message = located.getMessage() == null ? located.toString() : located.getMessage();
    Position place = place(message, text);
    Optional<Problem> hint = SparkHints.near(text, place);
    if (hint.isPresent()) {
      return hint.get();
    }
    Matcher encountered = ENCOUNTERED.matcher(message);
    if (encountered.find()) {
      return notUnderstood(place, text, encountered.group(1));
    }
    return new Problem(place, plain(message), advice(message));
  }

  /** A word that the parser did not expect: mostly a reserved one used as a name. */
  private static Problem notUnderstood(Position place, SqlText text, String encountered) {
    String word = SparkHints.word(text, place).orElse(encountered);
    if (encountered.equals("<EOF>") || !text.contains(place)) {
      return new Problem(place, "The expression or query is not finished.");
    }
    return new Problem(
        place,
        "Flink's SQL does not understand '" + word + "' here.",
        Character.isLetter(word.charAt(0))
            ? "If it is a name: it is a reserved word, write `" + word + "`."
            : null);
  }

  private static @Nullable String advice(String message) {
    Matcher function = FUNCTION.matcher(message);
    if (function.find()) {
      return "Flink SQL has no function " + function.group(1) + " for such arguments.";
    }
    return null;
  }

  private static Throwable located(Throwable error) {
    Throwable best = error;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && PLACE.matcher(cause.getMessage()).find()) {
        return cause;
      }
      best = cause;
    }
    return best;
  }

  private static Position place(String message, SqlText text) {
    Matcher matcher = PLACE.matcher(message);
    if (!matcher.find()) {
      return text.position();
    }
    Position place =
        new Position(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    return text.contains(place) || message.contains("Encountered \"<EOF>\"")
        ? place
        : text.position();
  }

  private static String plain(String message) {
    String text = FROM_TO.matcher(message).replaceFirst("").strip();
    Matcher object = OBJECT.matcher(text);
    if (object.find()) {
      return "There is no table or view '"
          + object.group(1)
          + "'"
          + text.substring(object.end() - 0).replaceFirst("^ not found", "")
          + ending(text);
    }
    return text + ending(text);
  }

  private static String ending(String text) {
    return text.endsWith(".") || text.endsWith("?") || text.endsWith(";") ? "" : ".";
  }
}
