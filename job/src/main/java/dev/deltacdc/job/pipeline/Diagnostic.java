/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.Comparator;
import javax.annotation.Nullable;

/**
 * One thing that is wrong with, or to know about, a pipeline file.
 *
 * @param rule that is broken, or that a notice is about
 * @param message what is wrong and why
 * @param advice what to do, {@code null} when the message says it
 */
public record Diagnostic(
    Severity severity,
    Rule rule,
    String file,
    Position position,
    String message,
    @Nullable String advice)
    implements Comparable<Diagnostic> {

  private static final Comparator<Diagnostic> ORDER =
      Comparator.comparing(Diagnostic::position).thenComparing(Diagnostic::message);

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  @Override
  public int compareTo(Diagnostic other) {
    return ORDER.compare(this, other);
  }

  /** {@code pipeline.sql:3:14: message. advice [rule]} */
  @Override
  public String toString() {
    return (position.equals(Position.COMMAND_LINE) ? "--set" : file + ":" + position)
        + ": "
        + (isError() ? "" : "notice: ")
        + message
        + (advice == null ? "" : " " + advice)
        + " ["
        + rule.id()
        + "]";
  }
}
