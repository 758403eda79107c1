/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.topology.GeneratedCode;
import java.util.Map;
import java.util.Optional;

/** Names the step of the pipeline, and the expression in it, that failed. */
final class FailedStep {

  /** A failure of a step. */
  static final class FailedStepException extends Exception {
    private static final long serialVersionUID = 1L;

    FailedStepException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private FailedStep() {}

  /**
   * The job's failure, preceded by the step when the message isn't one of ours and the step can be
   * told.
   *
   * @param generated the classes that the planner wrote, by name
   */
  static Throwable nameIn(Throwable failure, Map<String, GeneratedCode> generated) {
    if (RootCause.isOurs(failure)) {
      return failure;
    }
    return RootCause.chain(failure).stream()
        .map(cause -> GeneratedCode.failedAt(cause, generated))
        .flatMap(Optional::stream)
        .findFirst()
        .<Throwable>map(
            place -> new FailedStepException(place + ": " + RootCause.of(failure), failure))
        .orElse(failure);
  }
}
