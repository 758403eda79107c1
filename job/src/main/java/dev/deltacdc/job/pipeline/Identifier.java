/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/** A name as written, without backquotes. */
public record Identifier(String text, Position position) {

  /** Identifiers compare case-insensitively in our clauses (semantics: case). */
  public boolean matches(String other) {
    return text.equalsIgnoreCase(other);
  }

  @Override
  public String toString() {
    return text;
  }
}
