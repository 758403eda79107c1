/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.reject;

/** What becomes of an event that cannot be taken: the option {@code on-invalid}, or a snapshot. */
public enum OnInvalid {
  /** It goes to the quarantine table; the job goes on. */
  QUARANTINE,
  /** The job stops. */
  FAIL,
  /** The job stops whatever the option says: without the row, its snapshot would delete it. */
  REFUSE
}
