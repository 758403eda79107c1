/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.util.SerializedThrowable;

/** Names the step of the pipeline in which a job failed. */
final class FailedTask {

  /** A failure of a step. */
  static final class FailedStepException extends Exception {
    private static final long serialVersionUID = 1L;

    FailedStepException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Operators are named after the flow, view, source or table that they belong to. */
  private static final Pattern STEP = Pattern.compile("((?:flow|view|source)/[^: ]+):");

  private FailedTask() {}

  /** The job's failure, with the step when the message isn't one of ours and the task tells it. */
  static Throwable nameIn(AccessExecutionGraph job, JobResult result) {
    SerializedThrowable failure = result.getSerializedThrowable().orElseThrow();
    if (RootCause.isOurs(failure)) {
      return failure;
    }
    Optional<String> step =
        StreamSupport.stream(job.getAllExecutionVertices().spliterator(), false)
            .filter(vertex -> vertex.getFailureInfo().isPresent())
            .map(AccessExecutionVertex::getTaskNameWithSubtaskIndex)
            .map(STEP::matcher)
            .filter(Matcher::find)
            .map(matcher -> matcher.group(1).replace('/', ' '))
            .findFirst();
    return step.<Throwable>map(
            name -> new FailedStepException(name + ": " + RootCause.of(failure), failure))
        .orElse(failure);
  }
}
