/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Events per second, evenly: after a pause the source may catch up a tenth of a second's events,
 * not more. Not thread-safe.
 */
final class Throttle {

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long CATCH_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final double nanosPerEvent;
  private final LongSupplier nanoTime;

  /** When the next event is due. */
  private double due;

  /**
   * @param nanoTime a clock such as {@link System#nanoTime()}
   */
  Throttle(double eventsPerSecond, LongSupplier nanoTime) {
    this.nanosPerEvent = NANOS / eventsPerSecond;
    this.nanoTime = nanoTime;
    this.due = nanoTime.getAsLong();
  }

  /** How long to wait for the next event; 0 or less: it is due. */
  long waitNanos() {
    return (long) Math.ceil(due - nanoTime.getAsLong());
  }

  /** Counts an event. */
  void take() {
    due = Math.max(due, (double) nanoTime.getAsLong() - CATCH_UP_NANOS) + nanosPerEvent;
  }
}
