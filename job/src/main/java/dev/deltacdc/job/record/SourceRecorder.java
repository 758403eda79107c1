/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.deltacdc.job.source.SourceProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Records what all sources read, once the checkpoint is complete that has it. Runs with parallelism
 * 1. What is not recorded yet is state: a job that goes on from that checkpoint records it then,
 * again if it had, and as read by the run that read it.
 */
public final class SourceRecorder extends AbstractStreamOperator<Void>
    implements OneInputStreamOperator<SourceProgress, Void> {
  private static final long serialVersionUID = 1L;

  private static final String WRITER = "sources";

  private final RunFolder folder;

  private transient RunFile file;
  private transient ListState<SourceProgress> state;
  private transient ListState<String> runState;
  private transient TreeMap<Long, Map<String, SourceProgress>> pending;

  public SourceRecorder(RunFolder folder) {
    this.folder = folder;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>("reads", TypeInformation.of(SourceProgress.class)));
    runState =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("run", Types.STRING));
    pending = new TreeMap<>();
    file = folder.file(WRITER);
    for (SourceProgress progress : state.get()) {
      add(progress);
    }
    long restored = context.getRestoredCheckpointId().orElse(0);
    for (String run : runState.get()) {
      record(restored, run.equals(folder.run()) ? file : folder.of(run).file(WRITER));
    }
  }

  @Override
  public void processElement(StreamRecord<SourceProgress> element) {
    add(element.getValue());
  }

  private void add(SourceProgress progress) {
    pending
        .computeIfAbsent(progress.epoch(), epoch -> new TreeMap<>())
        .merge(progress.reader(), progress, SourceProgress::merged);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    List<SourceProgress> all = new ArrayList<>();
    pending.values().forEach(epoch -> all.addAll(epoch.values()));
    state.update(all);
    runState.update(List.of(folder.run()));
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    record(checkpointId, file);
  }

  private void record(long checkpointId, RunFile into) {
    Map<Long, Map<String, SourceProgress>> complete = pending.headMap(checkpointId, true);
    List<ObjectNode> lines = new ArrayList<>();
    complete.values().forEach(epoch -> epoch.values().forEach(p -> lines.add(RunEvents.read(p))));
    complete.clear();
    into.add(lines);
  }
}
