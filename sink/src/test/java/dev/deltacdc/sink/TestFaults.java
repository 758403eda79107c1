/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import dev.deltacdc.sink.commit.CommitListener;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.table.data.RowData;

/** One-shot failures at the n-th passing of a point; static, since a MiniCluster is one JVM. */
final class TestFaults {

  /** Where a job can be made to fail. */
  enum Point {
    /** A record on its way to the sink. */
    RECORD,
    /** The state of a checkpoint is being taken: after the barrier. */
    SNAPSHOT,
    /** The checkpoint is complete, nothing is committed. */
    COMPLETED,
    /** A version was published; the committer gets an exception instead of an answer. */
    PUBLISHED_UNKNOWN,
    /** A version was published, then the job dies. */
    PUBLISHED_DEAD
  }

  private static final Map<Point, AtomicInteger> ARMED = new ConcurrentHashMap<>();
  private static final AtomicInteger FIRED = new AtomicInteger();

  private static final BlockingQueue<Long> PUBLISHED = new LinkedBlockingQueue<>();

  private static final Object BARRIER = new Object();
  private static long newestBarrier;

  private TestFaults() {}

  /** Returns when a version was published since the last call, or after a second. */
  static void awaitPublished() throws InterruptedException {
    PUBLISHED.poll(1, TimeUnit.SECONDS);
  }

  /** Returns when a source has sent the barrier of a later checkpoint. */
  static void awaitBarrierAfter(long checkpointId) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    synchronized (BARRIER) {
      while (newestBarrier <= checkpointId) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("no barrier after " + checkpointId);
        }
        BARRIER.wait(100);
      }
    }
  }

  static void reset() {
    synchronized (BARRIER) {
      newestBarrier = 0;
    }
    ARMED.clear();
    PUBLISHED.clear();
    FIRED.set(0);
  }

  static void failAt(Point point, int pass) {
    ARMED.put(point, new AtomicInteger(pass));
  }

  static int fired() {
    return FIRED.get();
  }

  private static boolean hit(Point point) {
    AtomicInteger left = ARMED.get(point);
    boolean fires = left != null && left.decrementAndGet() == 0;
    if (fires) {
      FIRED.incrementAndGet();
    }
    return fires;
  }

  static void pass(Point point) {
    if (hit(point)) {
      if (point == Point.PUBLISHED_DEAD) {
        throw new AssertionError("injected death after " + point);
      }
      throw new IllegalStateException("injected failure at " + point);
    }
  }

  /** Passes RECORD and SNAPSHOT. */
  static final class FaultyMap extends RichMapFunction<RowData, RowData>
      implements CheckpointedFunction, CheckpointListener {
    private static final long serialVersionUID = 1L;

    @Override
    public RowData map(RowData row) {
      pass(Point.RECORD);
      return row;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
      synchronized (BARRIER) {
        newestBarrier = Math.max(newestBarrier, context.getCheckpointId());
        BARRIER.notifyAll();
      }
      pass(Point.SNAPSHOT);
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}

    @Override
    public void notifyCheckpointComplete(long checkpointId) {}
  }

  /** Passes the committer's points. */
  static final class Listener implements CommitListener {
    private static final long serialVersionUID = 1L;

    @Override
    public void completed(String name, long checkpointId) {
      pass(Point.COMPLETED);
    }

    @Override
    public void published(String name, long version) {
      PUBLISHED.add(version);
      pass(Point.PUBLISHED_UNKNOWN);
      pass(Point.PUBLISHED_DEAD);
    }
  }
}
