/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

/**
 * Time that passes only while the job runs, so that downtime does not age tombstones.
 *
 * <p>It never goes back when the machine's clock does.
 */
final class RunningClock {
  private final long elapsedBefore;
  private final long startedAt;
  private long latest;

  /**
   * A clock that goes on.
   *
   * @param elapsedBefore milliseconds that ran before this start
   * @param startedAt the wall clock at this start
   */
  RunningClock(long elapsedBefore, long startedAt) {
    this.elapsedBefore = elapsedBefore;
    this.startedAt = startedAt;
    this.latest = elapsedBefore;
  }

  /** The milliseconds that the job has run until the wall clock shows this. */
  long elapsed(long wallClock) {
    latest = Math.max(latest, elapsedBefore + wallClock - startedAt);
    return latest;
  }
}
