/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import java.util.Set;

/**
 * An expression or query for Flink's planner, as written but for {@code STREAM(x)}, {@code LIVE.x},
 * {@code !=} and {@code ==}, which are replaced by text of the same length, so that a position in
 * the text is a position in the file.
 *
 * @param position where the text starts in the file
 * @param streamed where names of tables start that {@code STREAM} stood before
 */
public record SqlText(String text, Position position, Set<Position> streamed) {

  public SqlText {
    streamed = Set.copyOf(streamed);
  }

  /** A text without {@code STREAM}. */
  public SqlText(String text, Position position) {
    this(text, position, Set.of());
  }

  /** The text preceded by as many line breaks and spaces as the file has before it. */
  public String padded() {
    return "\n".repeat(position.line() - 1) + " ".repeat(position.column() - 1) + text;
  }

  /**
   * The text between a prefix and a suffix; it stands one line below its line of the file, so that
   * the prefix has room.
   */
  public String padded(String prefix, String suffix) {
    return prefix + "\n" + padded() + suffix;
  }

  /** The place of a name in the text, the text's own if it does not stand there. */
  public Position positionOf(String name) {
    return Tokens.of(this).visible().stream()
        .filter(token -> TableReferences.unquoted(token).equals(name))
        .map(SqlCapture::position)
        .findFirst()
        .orElse(position);
  }

  /** A part of the text that SQL takes as one: a word, a number, a string or a sign. */
  public record Word(String text, Position position) {}

  /** The words of the text, without comments. */
  public List<Word> words() {
    return Tokens.of(this).visible().stream()
        .map(token -> new Word(token.getText(), SqlCapture.position(token)))
        .toList();
  }

  /** The same as a query means them: names without their quotes. */
  public List<String> names() {
    return Tokens.of(this).visible().stream().map(TableReferences::unquoted).toList();
  }

  /** The place right behind the text. */
  public Position end() {
    int lines = (int) text.chars().filter(c -> c == '\n').count();
    int lastLength = text.length() - text.lastIndexOf('\n') - 1;
    return new Position(
        position.line() + lines, lines == 0 ? position.column() + lastLength : lastLength + 1);
  }

  /** Whether a position of the file lies in the text, or right behind it. */
  public boolean contains(Position place) {
    return place.compareTo(position) >= 0 && place.compareTo(end()) <= 0;
  }
}
