/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/** Whether a file with the diagnostic still runs. */
public enum Severity {
  ERROR,
  /** Something to know; the file runs. */
  NOTICE
}
