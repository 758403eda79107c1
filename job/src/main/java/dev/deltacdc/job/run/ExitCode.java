/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

/** Exit codes of the command line. */
public final class ExitCode {

  public static final int OK = 0;

  /** The job, or what it needs from outside, failed. */
  public static final int FAILED = 1;

  /** Wrong usage, or a pipeline file with errors. */
  public static final int INVALID = 2;

  private ExitCode() {}
}
