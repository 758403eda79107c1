/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * The clock of an operator's tombstones, and the timers at their ends.
 *
 * <p>The time that the job has run is broadcast state of the operator, the same in every subtask up
 * to the moment at which each takes its snapshot. (Union state would fail checkpoints once a
 * subtask has ended.)
 */
public final class Tombstones {
  private static final String ELAPSED = "elapsed-millis";

  private final TombstoneRule rule;
  private final BroadcastState<String, Long> state;
  private final ProcessingTimeService time;
  private final RunningClock clock;
  private final boolean restored;

  private Tombstones(
      TombstoneRule rule, BroadcastState<String, Long> state, ProcessingTimeService time)
      throws Exception {
    this.rule = requireNonNull(rule, "rule");
    this.state = state;
    this.time = time;
    Long elapsed = state.get(ELAPSED);
    this.restored = elapsed != null;
    this.clock = new RunningClock(elapsed == null ? 0 : elapsed, time.getCurrentProcessingTime());
  }

  /** Those of an operator, in {@code initializeState}. */
  public static Tombstones restore(
      TombstoneRule rule, RuntimeContext context, OperatorStateStore store) throws Exception {
    return new Tombstones(
        rule,
        store.getBroadcastState(new MapStateDescriptor<>("clock", Types.STRING, Types.LONG)),
        ((StreamingRuntimeContext) context).getProcessingTimeService());
  }

  /** Whether there was state of this operator itself, in this subtask or in others. */
  public boolean isRestored() {
    return restored;
  }

  /** In {@code snapshotState}. */
  public void snapshot() throws Exception {
    state.put(ELAPSED, clock.elapsed(time.getCurrentProcessingTime()));
  }

  /** The arrival of a delete that comes now, in seconds of the running clock. */
  public int now() {
    return TombstoneRule.seconds(clock.elapsed(time.getCurrentProcessingTime()));
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
    if (rule.isForEver()) {
      return true;
    }
    long now = time.getCurrentProcessingTime();
    long remaining = rule.remaining(arrivedSeconds, clock.elapsed(now));
    if (remaining > 0) {
      timers.registerProcessingTimeTimer(now + remaining);
    }
    return remaining > 0;
  }
}
