/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import java.time.Duration;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Pieces of HTML. All that comes from users and data goes through {@link #text}. */
final class Html {

  private static final long SECOND = 1000;

  private final UnaryOperator<String> hide;

  /**
   * @param hide takes what is secret out of a text
   */
  Html(UnaryOperator<String> hide) {
    this.hide = hide;
  }

  /** Text as content of an element or value of an attribute in double quotes. */
  String text(String shown) {
    String text = hide.apply(shown);
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
      }
    }
    return escaped.toString();
  }

  /** With thousands separators: 10,090. */
  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String duration(Duration duration) {
    long millis = duration.toMillis();
    if (millis < SECOND) {
      return millis + " ms";
    }
    if (millis < 10 * SECOND) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    if (duration.toHours() > 0) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSeconds() + " s";
  }

  /** At most so many characters; what is cut off is told by an ellipsis. */
  static String shortened(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
