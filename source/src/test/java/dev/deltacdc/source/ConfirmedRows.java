/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Keeps every row in its state: what a completed checkpoint holds is what a job has taken exactly
 * once. Parallelism 1; static, since a MiniCluster is one JVM.
 */
final class ConfirmedRows extends RichMapFunction<String, String>
    implements CheckpointedFunction, CheckpointListener {

  private static final Object LOCK = new Object();
  private static final AtomicInteger RECEIVED = new AtomicInteger();
  private static List<String> confirmed = List.of();
  private static volatile int failAfter = Integer.MAX_VALUE;
  private static final AtomicInteger FAILURES = new AtomicInteger();

  private transient ListState<String> state;
  private transient List<String> rows;
  private transient List<String> snapshot;

  /** Forgets everything; then the job fails {@code times} times, each after some rows more. */
  static void reset(int rowsBetweenFailures, int times) {
    synchronized (LOCK) {
      confirmed = List.of();
    }
    RECEIVED.set(0);
    failAfter = rowsBetweenFailures;
    FAILURES.set(times);
  }

  static int failuresLeft() {
    return FAILURES.get();
  }

  /** Waits until a completed checkpoint has so many rows. */
  static List<String> await(int count, @Nullable JobClient client) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    synchronized (LOCK) {
      while (confirmed.size() < count) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError(
              confirmed.size()
                  + " rows instead of "
                  + count
                  + (client == null ? "" : ", the job is " + client.getJobStatus().get()));
        }
        LOCK.wait(left);
      }
      return List.copyOf(confirmed);
    }
  }

  @Override
  public String map(String row) {
    rows.add(row);
    if (FAILURES.get() > 0 && RECEIVED.incrementAndGet() % failAfter == 0) {
      FAILURES.decrementAndGet();
      throw new IllegalStateException("injected failure");
    }
    return row;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("rows", Types.STRING));
    rows = new ArrayList<>();
    state.get().forEach(rows::add);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.update(rows);
    snapshot = List.copyOf(rows);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    synchronized (LOCK) {
      confirmed = snapshot;
      LOCK.notifyAll();
    }
  }
}
