/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A table's name of one to three parts, with the parts that {@code USE} put before it. Names are
 * equal when they differ by case only (semantics: case).
 */
public record TableName(List<String> parts, Position position) {

  public TableName {
    parts = List.copyOf(parts);
    Objects.requireNonNull(position, "position");
    if (parts.isEmpty() || parts.size() > 3) {
      throw new IllegalArgumentException("a table name has one to three parts: " + parts);
    }
  }

  /** A name that stands in no file. */
  public static TableName of(String... parts) {
    return new TableName(List.of(parts), Position.START);
  }

  public TableName at(Position place) {
    return new TableName(parts, place);
  }

  /** The name of a flow that has none of its own. */
  public Identifier identifier() {
    return new Identifier(toString(), position);
  }

  /** Below the lake: {@code a/b/c}. */
  public String path() {
    return String.join("/", parts);
  }

  /** Two names of one table have one key. */
  public String key() {
    return toString().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableName name && key().equals(name.key());
  }

  @Override
  public int hashCode() {
    return key().hashCode();
  }

  @Override
  public String toString() {
    return String.join(".", parts);
  }
}
