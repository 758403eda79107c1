/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.util.List;

/** Why a pipeline cannot start: every problem found, each in words for the user. */
public final class PipelineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  public PipelineException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  public List<String> problems() {
    return problems;
  }
}
