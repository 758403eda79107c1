/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import dev.deltacdc.functions.event.RowKey;
import java.util.TreeMap;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** Reads and writes two values of each event's key, and counts events by checkpoints. */
final class TouchFunction extends KeyedProcessFunction<RowKey, RowData, RowData>
    implements CheckpointedFunction, CheckpointListener {
  private static final long serialVersionUID = 1L;

  private transient ValueState<Long> first;
  private transient ValueState<Long> second;
  private transient TreeMap<Long, Long> countsByCheckpoint;
  private transient long count;

  @Override
  public void initializeState(FunctionInitializationContext context) {
    first = state("first", context);
    second = state("second", context);
    countsByCheckpoint = new TreeMap<>();
  }

  private static ValueState<Long> state(String name, FunctionInitializationContext context) {
    return context
        .getKeyedStateStore()
        .getState(new ValueStateDescriptor<>(name, LongSerializer.INSTANCE));
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out)
      throws Exception {
    long sequence = row.getLong(ProductRows.SEQUENCE);
    Long known = first.value();
    if (known == null || known < sequence) {
      first.update(sequence);
    }
    Long changes = second.value();
    second.update(changes == null ? 1 : changes + 1);
    count++;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) {
    countsByCheckpoint.put(context.getCheckpointId(), count);
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) {
    Long counted = countsByCheckpoint.get(checkpoint);
    countsByCheckpoint.headMap(checkpoint, true).clear();
    if (counted != null) {
      CheckpointCounts.complete(
          getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), checkpoint, counted);
    }
  }
}
