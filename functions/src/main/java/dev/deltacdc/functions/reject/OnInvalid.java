/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.reject;

/**
 * What becomes of an event that cannot be taken: the option {@code on-invalid}, a snapshot or a
 * result.
 */
public enum OnInvalid {
  /** It goes to the quarantine table; the job goes on. */
  QUARANTINE,
  /** The job stops. */
  FAIL,
  /** The job stops whatever the option says: without the row, its snapshot would delete it. */
  REFUSE,
  /** The job stops: the row is of a result that may change again. */
  REFUSE_RESULT
}
