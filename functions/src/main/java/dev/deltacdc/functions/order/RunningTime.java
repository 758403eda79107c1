/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/**
 * The time that a job has run, in an operator's state.
 *
 * <p>It is broadcast state, the same in every subtask up to the moment at which each takes its
 * snapshot. (Union state would fail checkpoints once a subtask has ended.)
 */
public final class RunningTime {
  private static final String ELAPSED = "elapsed-millis";
  private static final long SECOND = 1000;

  private final ProcessingTimeService wallClock;
  private final BroadcastState<String, Long> state;
  private final boolean restored;
  private final RunningClock clock;

  private RunningTime(ProcessingTimeService wallClock, BroadcastState<String, Long> state)
      throws Exception {
    this.wallClock = wallClock;
    this.state = state;
    Long elapsed = state.get(ELAPSED);
    this.restored = elapsed != null;
    this.clock =
        new RunningClock(elapsed == null ? 0 : elapsed, wallClock.getCurrentProcessingTime());
  }

  /** The time of this start, which goes on from the state's. */
  public static RunningTime restore(RuntimeContext context, OperatorStateStore store)
      throws Exception {
    return new RunningTime(
        ((StreamingRuntimeContext) context).getProcessingTimeService(),
        store.getBroadcastState(new MapStateDescriptor<>("clock", Types.STRING, Types.LONG)));
  }

  /** Whether there was state of this operator itself, in this subtask or in others. */
  public boolean isRestored() {
    return restored;
  }

  /** Milliseconds that the job has run. */
  public long elapsed() {
    return clock.elapsed(wallClock.getCurrentProcessingTime());
  }

  /** The same in whole seconds, the form in which moments are remembered. */
  public int seconds() {
    return Math.toIntExact(elapsed() / SECOND);
  }

  /** What the wall clock will show when the job has run so many milliseconds. */
  public long wallClockAt(long elapsedMillis) {
    return wallClock.getCurrentProcessingTime() + elapsedMillis - elapsed();
  }

  /** Writes the time into the state. */
  public void snapshot() throws Exception {
    state.put(ELAPSED, elapsed());
  }
}
