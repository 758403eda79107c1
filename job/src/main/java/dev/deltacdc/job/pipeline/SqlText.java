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
}
