/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.util.Arrays;
import java.util.Map;

/** Names the step of the pipeline whose expression failed. */
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
   * @param generated the step by the name of the class that the planner wrote for its expressions
   */
  static Throwable nameIn(Throwable failure, Map<String, String> generated) {
    if (RootCause.isOurs(failure)) {
      return failure;
    }
    return RootCause.chain(failure).stream()
        .flatMap(cause -> Arrays.stream(cause.getStackTrace()))
        .map(StackTraceElement::getClassName)
        .filter(generated::containsKey)
        .findFirst()
        .map(generated::get)
        .<Throwable>map(
            step ->
                new FailedStepException(
                    step.replace('/', ' ') + ": " + RootCause.of(failure), failure))
        .orElse(failure);
  }
}
