/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/** A string or number of our clauses, without its quotes. */
public record Literal(String text, Position position) {

  @Override
  public String toString() {
    return text;
  }
}
