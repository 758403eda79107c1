/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.io.PrintStream;

/** One run of a pipeline file. */
public final class PipelineRun {

  private PipelineRun() {}

  /**
   * Runs the pipeline and waits for its end: in an embedded Flink, or, when the main class was
   * started by {@code flink run}, on that cluster. Every problem is reported, none thrown.
   *
   * @param out progress and summary
   * @param err errors
   * @return one of {@link ExitCode}
   */
  public static int run(RunOptions options, PrintStream out, PrintStream err) {
    throw new UnsupportedOperationException("not built yet");
  }
}
