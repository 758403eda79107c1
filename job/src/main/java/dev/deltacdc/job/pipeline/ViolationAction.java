/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/** What becomes of a row that violates an expectation (semantics: expectation). */
public enum ViolationAction {
  WARN,
  DROP_ROW,
  FAIL_UPDATE,
  QUARANTINE
}
