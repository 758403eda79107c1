/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/** A place in the pipeline file; lines and columns count from 1, but for {@link #COMMAND_LINE}. */
public record Position(int line, int column) implements Comparable<Position> {

  public static final Position START = new Position(1, 1);

  /** Of a setting that the command line makes: in no file. */
  public static final Position COMMAND_LINE = new Position(0, 0);

  @Override
  public int compareTo(Position other) {
    return line != other.line
        ? Integer.compare(line, other.line)
        : Integer.compare(column, other.column);
  }

  @Override
  public String toString() {
    return line + ":" + column;
  }
}
