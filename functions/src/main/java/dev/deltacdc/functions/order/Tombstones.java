/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.streaming.api.TimerService;

/**
 * The timers at the ends of an operator's tombstones, by the {@link RunningTime}. A retention of
 * zero is for ever (semantics: "delete, then an older upsert").
 */
public final class Tombstones {
  private final ExpiryRule rule;
  private final RunningTime time;

  private Tombstones(ExpiryRule rule, RunningTime time) {
    this.rule = requireNonNull(rule, "rule");
    this.time = time;
  }

  /** Those of an operator, in {@code initializeState}. */
  public static Tombstones restore(
      ExpiryRule rule, RuntimeContext context, OperatorStateStore store) throws Exception {
    return new Tombstones(rule, RunningTime.restore(context, store));
  }

  /** Whether there was state of this operator itself, in this subtask or in others. */
  public boolean isRestored() {
    return time.isRestored();
  }

  /** In {@code snapshotState}. */
  public void snapshot() throws Exception {
    time.snapshot();
  }

  /** The arrival of a delete that comes now, in seconds of the running time. */
  public int now() {
    return time.seconds();
  }

  /**
   * Sets the timer for a tombstone's end, if there is one and it is still to come. After downtime,
   * or when the retention was made longer, a timer comes too early; then it is set again.
   *
   * @param arrivedSeconds what {@link #now} was when the delete came
   * @param timers of the tombstone's key
   * @return false if the tombstone's time is over
   */
  public boolean awaitEnd(int arrivedSeconds, TimerService timers) {
    if (rule.retention().isZero()) {
      return true;
    }
    long end = rule.end(arrivedSeconds);
    boolean toCome = end > time.elapsed();
    if (toCome) {
      timers.registerProcessingTimeTimer(time.wallClockAt(end));
    }
    return toCome;
  }
}
