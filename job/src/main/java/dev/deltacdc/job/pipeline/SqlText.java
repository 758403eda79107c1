/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/**
 * An expression or query for Flink's planner, as written but for {@code STREAM(x)}, {@code !=} and
 * {@code ==}, which are replaced by text of the same length, so that a position in the text is a
 * position in the file.
 *
 * @param position where the text starts in the file
 */
public record SqlText(String text, Position position) {

  /** The text preceded by as many line breaks and spaces as the file has before it. */
  public String padded() {
    return "\n".repeat(position.line() - 1) + " ".repeat(position.column() - 1) + text;
  }

  /** The text behind a prefix and before a suffix, still at its position in the file. */
  public String padded(String prefix, String suffix) {
    if (position.line() > 1) {
      return prefix + padded() + suffix;
    }
    return prefix
        + " ".repeat(Math.max(0, position.column() - 1 - prefix.length()))
        + text
        + suffix;
  }

  /** Whether a position of the file lies in the text, or right behind it. */
  public boolean contains(Position place) {
    long lines = text.chars().filter(c -> c == '\n').count();
    int lastLength = text.length() - text.lastIndexOf('\n') - 1;
    Position end =
        new Position(
            position.line() + (int) lines,
            lines == 0 ? position.column() + lastLength : lastLength + 1);
    return place.compareTo(position) >= 0 && place.compareTo(end) <= 0;
  }
}
