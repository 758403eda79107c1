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

  /** When a tombstone goes, in milliseconds of the {@link RunningTime}. */
  long end(int arrivedSeconds) {
    return (arrivedSeconds + 1) * SECOND + retention.toMillis();
  }
}
