/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import java.io.Serializable;
import java.time.Duration;

/**
 * How long a tombstone keeps older upserts out: a retention after the delete arrived, of running
 * time, never less, up to a second more; zero for ever (semantics: "delete, then an older upsert").
 *
 * @param retention the option {@code tombstone.retention}
 */
public record TombstoneRule(Duration retention) implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long SECOND = 1000;

  public TombstoneRule {
    if (retention.isNegative()) {
      throw new IllegalArgumentException("tombstone.retention is negative: " + retention);
    }
  }

  boolean isForEver() {
    return retention.isZero();
  }

  /** The form in which the arrival is remembered. */
  static int seconds(long elapsedMillis) {
    return Math.toIntExact(elapsedMillis / SECOND);
  }

  /** How many milliseconds a tombstone has left; at 0 or below it goes. */
  long remaining(int arrivedSeconds, long elapsedMillis) {
    return (arrivedSeconds + 1) * SECOND + retention.toMillis() - elapsedMillis;
  }
}
