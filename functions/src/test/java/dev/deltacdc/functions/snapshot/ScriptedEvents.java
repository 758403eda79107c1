/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * Each subtask emits its own events and ends, so that subtasks end at different times. The last one
 * waits in its middle for a checkpoint, so that the others are at their end by then, and then fails
 * if told to, once.
 */
final class ScriptedEvents extends RichParallelSourceFunction<ChangeEvent>
    implements CheckpointedFunction, CheckpointListener {
  private static final long serialVersionUID = 1L;

  private static final long DISORDER_MILLIS = 43_200_000L;

  private final List<byte[]> scripts = new ArrayList<>();
  private final DayRule days;
  private final boolean watermarks;
  private final boolean fails;

  private transient volatile boolean running;
  private transient volatile boolean checkpointed;
  private transient boolean restored;
  private transient int position;
  private transient ListState<Integer> state;

  ScriptedEvents(List<List<ChangeEvent>> bySubtask, DayRule days, boolean watermarks, boolean fails)
      throws IOException {
    this.days = days;
    this.watermarks = watermarks;
    this.fails = fails;
    for (List<ChangeEvent> events : bySubtask) {
      DataOutputSerializer out = new DataOutputSerializer(1024);
      for (ChangeEvent event : events) {
        new ChangeEventSerializer(Products.TYPE).serialize(event, out);
      }
      scripts.add(out.getCopyOfBuffer());
    }
  }

  @Override
  public void run(SourceContext<ChangeEvent> context) throws Exception {
    running = true;
    int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    List<ChangeEvent> events = script(subtask);
    boolean last = subtask == scripts.size() - 1;
    long greatest = Long.MIN_VALUE;
    while (running && position < events.size()) {
      if (last && position == events.size() / 2 && !restored) {
        awaitCheckpoint(context.getCheckpointLock());
        if (fails) {
          throw new IllegalStateException("fails once, as the test wants it");
        }
      }
      synchronized (context.getCheckpointLock()) {
        ChangeEvent event = events.get(position++);
        context.collect(event);
        greatest = Math.max(greatest, days.eventMillis(event.row()));
        if (watermarks) {
          context.emitWatermark(new Watermark(greatest - DISORDER_MILLIS));
        }
      }
    }
  }

  private void awaitCheckpoint(Object lock) throws InterruptedException {
    synchronized (lock) {
      while (running && !checkpointed) {
        lock.wait(10);
      }
    }
  }

  private List<ChangeEvent> script(int subtask) throws IOException {
    List<ChangeEvent> events = new ArrayList<>();
    DataInputDeserializer in = new DataInputDeserializer(scripts.get(subtask));
    while (in.available() > 0) {
      events.add(new ChangeEventSerializer(Products.TYPE).deserialize(in));
    }
    return events;
  }

  @Override
  public void cancel() {
    running = false;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("position", Types.INT));
    restored = context.isRestored();
    for (int restoredPosition : state.get()) {
      position = restoredPosition;
    }
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.update(List.of(position));
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    checkpointed = true;
  }
}
