/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

/**
 * Emits a feed from any number of subtasks. The changes of one id come from one slot, in order; a
 * slot's progress is state that moves between subtasks on a restore. After each batch a subtask
 * waits for a completed checkpoint that holds it, or only for its barrier; it ends when its slots
 * have no later batch.
 */
final class TestSource extends RichParallelSourceFunction<RowData>
    implements CheckpointedFunction, CheckpointListener {
  private static final long serialVersionUID = 1L;

  private static final int SLOTS = 6;
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final TestFeed feed;
  private final boolean reuseRows;

  /** Waits after the last batch too, until cancelled. */
  private final boolean unbounded;

  /** Goes on after a barrier, without waiting for the checkpoint's completion. */
  private final boolean ahead;

  private transient ListState<Long> state;
  private transient Map<Integer, Integer> next;
  private transient TreeMap<Long, Long> emittedAt;
  private transient long emitted;
  private transient long completed;
  private transient long taken;
  private transient Object checkpointLock;
  private volatile boolean running = true;

  TestSource(TestFeed feed, boolean reuseRows, boolean unbounded, boolean ahead) {
    this.feed = feed;
    this.reuseRows = reuseRows;
    this.unbounded = unbounded;
    this.ahead = ahead;
  }

  /** The slot that emits the changes of an id. */
  static int slot(int id) {
    return Math.floorMod(id * 31, SLOTS);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("slots", LongSerializer.INSTANCE));
    next = new HashMap<>();
    emittedAt = new TreeMap<>();
    if (context.isRestored()) {
      for (long entry : state.get()) {
        next.put((int) (entry >>> 32), (int) entry);
      }
    } else {
      int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
      int parallelism = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
      for (int slot = subtask; slot < SLOTS; slot += parallelism) {
        next.put(slot, 0);
      }
    }
  }

  @Override
  public void run(SourceContext<RowData> ctx) throws Exception {
    Object lock = ctx.getCheckpointLock();
    checkpointLock = lock;
    GenericRowData reused = new GenericRowData(3);
    Map<Integer, Integer> seen = new HashMap<>();
    int last = lastBatch();
    for (int batch = 0; batch <= last && running; batch++) {
      for (TestEvent event : feed.batches().get(batch)) {
        int slot = slot(event.id());
        int position = seen.merge(slot, 1, Integer::sum) - 1;
        if (!next.containsKey(slot) || position < next.get(slot)) {
          continue;
        }
        synchronized (lock) {
          ctx.collect(reuseRows ? fill(reused, event) : event.row());
          next.merge(slot, 1, Integer::sum);
          emitted++;
        }
      }
      if (batch < last || unbounded) {
        awaitCheckpoint(lock);
      }
    }
    while (running && unbounded) {
      synchronized (lock) {
        lock.wait(100);
      }
    }
  }

  private static GenericRowData fill(GenericRowData reused, TestEvent event) {
    GenericRowData row = (GenericRowData) event.row();
    reused.setRowKind(row.getRowKind());
    for (int i = 0; i < 3; i++) {
      reused.setField(i, row.getField(i));
    }
    return reused;
  }

  private int lastBatch() {
    int last = -1;
    for (int batch = 0; batch < feed.batches().size(); batch++) {
      for (TestEvent event : feed.batches().get(batch)) {
        if (next.containsKey(slot(event.id()))) {
          last = batch;
        }
      }
    }
    return last;
  }

  private void awaitCheckpoint(Object lock) throws InterruptedException {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    synchronized (lock) {
      while (running && (ahead ? taken : completed) < emitted) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("no checkpoint completed within " + DEADLINE);
        }
        lock.wait(100);
      }
    }
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    List<Long> entries = new ArrayList<>();
    next.forEach((slot, position) -> entries.add(((long) slot << 32) | position));
    state.update(entries);
    emittedAt.put(context.getCheckpointId(), emitted);
    taken = emitted;
    wake();
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    Map.Entry<Long, Long> entry = emittedAt.floorEntry(checkpointId);
    if (entry != null) {
      completed = Math.max(completed, entry.getValue());
    }
    wake();
  }

  private void wake() {
    Object lock = checkpointLock;
    if (lock != null) {
      synchronized (lock) {
        lock.notifyAll();
      }
    }
  }

  @Override
  public void cancel() {
    running = false;
  }
}
