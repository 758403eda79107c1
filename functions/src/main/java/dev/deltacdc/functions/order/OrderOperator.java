/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an {@link OrderFunction}. Started without state, it learns the last sequence of each key
 * from the rows that the target has, so that older events stay out. Deletes left no row: an event
 * that is older than a delete which only the lost state knew brings its row back.
 *
 * <p>With state on disk, events wait for a {@link KeyOrderedBatch}, at most until the next barrier,
 * watermark, timer or truncate: the tables change with a checkpoint anyway.
 *
 * <p>"Without state" is decided by the function's own broadcast state: the job may have been
 * restored without this operator.
 */
public class OrderOperator extends KeyedProcessOperator<RowKey, ChangeEvent, ChangeEvent> {
  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(OrderOperator.class);

  private final OrderFunction function;
  private final ExistingRows rows;
  private final int keyFields;
  private final RowKeySelector keys;
  private final SequenceEncoder sequences;

  /** Null on the heap, where a look costs the same in any order of keys. */
  private transient @Nullable KeyOrderedBatch waiting;

  private transient int maxParallelism;

  /**
   * The order of a target that may have rows.
   *
   * @param keyTypes of the first fields of a row
   * @param sequenceTypes of the fields after them
   */
  public OrderOperator(
      OrderFunction function,
      ExistingRows rows,
      List<LogicalType> keyTypes,
      List<LogicalType> sequenceTypes) {
    super(function);
    this.function = requireNonNull(function, "function");
    this.rows = requireNonNull(rows, "rows");
    this.keyFields = keyTypes.size();
    this.keys =
        RowKeySelector.of(
            RowType.of(keyTypes.toArray(LogicalType[]::new)),
            IntStream.range(0, keyFields).boxed().toList());
    this.sequences = SequenceEncoder.of(sequenceTypes);
  }

  /** What this operator runs. */
  final OrderFunction function() {
    return function;
  }

  @Override
  public void open() throws Exception {
    super.open();
    maxParallelism = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
    waiting =
        getKeyedStateBackend() instanceof HeapKeyedStateBackend ? null : new KeyOrderedBatch();
    if (!function.isRestored()) {
      learn();
    }
  }

  @Override
  public void processElement(StreamRecord<ChangeEvent> element) throws Exception {
    if (waiting == null) {
      super.processElement(element);
      return;
    }
    RowKey key = (RowKey) getCurrentKey();
    waiting.add(key, KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism), element);
    if (waiting.isFull()) {
      takeWaiting();
    }
  }

  /** Orders the events that wait; before anything that they came before. */
  final void takeWaiting() throws Exception {
    if (waiting == null) {
      return;
    }
    for (KeyOrderedBatch.Waiting event : waiting.take()) {
      backend().setCurrentKeyAndKeyGroup(event.key(), event.keyGroup());
      super.processElement(event.event());
    }
  }

  @SuppressWarnings("unchecked")
  final AbstractKeyedStateBackend<RowKey> backend() {
    return (AbstractKeyedStateBackend<RowKey>) (Object) getKeyedStateBackend();
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    takeWaiting();
    super.processWatermark(mark);
  }

  @Override
  public void onProcessingTime(InternalTimer<RowKey, VoidNamespace> timer) throws Exception {
    takeWaiting();
    setCurrentKey(timer.getKey());
    super.onProcessingTime(timer);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    takeWaiting();
    super.prepareSnapshotPreBarrier(checkpointId);
  }

  @Override
  public void finish() throws Exception {
    takeWaiting();
    super.finish();
  }

  private void learn() throws Exception {
    long start = System.nanoTime();
    long[] learnt = {0};
    rows.forEach(
        row -> {
          if (hasNullKey(row)) {
            return; // no event has such a key
          }
          RowKey key = keys.getKey(row);
          Sequence sequence = isMine(key) ? sequences.encode(row, keyFields) : null;
          if (sequence != null) {
            setCurrentKey(key);
            function.remember(sequence);
            learnt[0]++;
          }
        });
    if (learnt[0] > 0) {
      LOG.info(
          "Learnt the last sequences of {} keys from the table in {} ms",
          learnt[0],
          (System.nanoTime() - start) / 1_000_000);
    }
  }

  private boolean isMine(RowKey key) {
    TaskInfo task = getRuntimeContext().getTaskInfo();
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
            key, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks())
        == task.getIndexOfThisSubtask();
  }

  private boolean hasNullKey(RowData row) {
    return IntStream.range(0, keyFields).anyMatch(row::isNullAt);
  }
}
