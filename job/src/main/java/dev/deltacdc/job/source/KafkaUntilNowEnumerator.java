/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/**
 * Lets Flink's enumerator look for partitions once, and tells the readers when all are handed out.
 * It is the context of Flink's enumerator, to know when its question to the brokers is answered.
 */
final class KafkaUntilNowEnumerator
    implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState>,
        SplitEnumeratorContext<KafkaPartitionSplit> {

  private final SplitEnumeratorContext<KafkaPartitionSplit> context;
  private SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> partitions;
  private int openQuestions;
  private boolean complete;

  KafkaUntilNowEnumerator(SplitEnumeratorContext<KafkaPartitionSplit> context) {
    this.context = context;
  }

  KafkaUntilNowEnumerator of(
      SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator) {
    this.partitions = enumerator;
    return this;
  }

  @Override
  public void start() {
    partitions.start();
  }

  @Override
  public void addReader(int subtask) {
    partitions.addReader(subtask);
    if (complete) {
      context.signalNoMoreSplits(subtask);
    }
  }

  /** Flink's answers are given in the coordinator's thread, one after the other. */
  @Override
  public <T> void callAsync(Callable<T> question, BiConsumer<T, Throwable> answer) {
    openQuestions++;
    context.callAsync(
        question,
        (T value, Throwable failure) -> {
          answer.accept(value, failure);
          openQuestions--;
          if (openQuestions == 0) {
            complete = true;
            registeredReaders().keySet().forEach(context::signalNoMoreSplits);
          }
        });
  }

  @Override
  public void handleSplitRequest(int subtask, @Nullable String hostname) {
    partitions.handleSplitRequest(subtask, hostname);
  }

  @Override
  public void addSplitsBack(List<KafkaPartitionSplit> splits, int subtask) {
    partitions.addSplitsBack(splits, subtask);
  }

  @Override
  public void handleSourceEvent(int subtask, SourceEvent event) {
    partitions.handleSourceEvent(subtask, event);
  }

  @Override
  public KafkaSourceEnumState snapshotState(long checkpointId) throws Exception {
    return partitions.snapshotState(checkpointId);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    partitions.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void close() throws IOException {
    partitions.close();
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return context.metricGroup();
  }

  @Override
  public void sendEventToSourceReader(int subtask, SourceEvent event) {
    context.sendEventToSourceReader(subtask, event);
  }

  @Override
  public int currentParallelism() {
    return context.currentParallelism();
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return context.registeredReaders();
  }

  @Override
  public void assignSplits(SplitsAssignment<KafkaPartitionSplit> assignment) {
    context.assignSplits(assignment);
  }

  @Override
  public void signalNoMoreSplits(int subtask) {
    context.signalNoMoreSplits(subtask);
  }

  @Override
  public <T> void callAsync(
      Callable<T> question, BiConsumer<T, Throwable> answer, long delay, long period) {
    throw new IllegalStateException("partitions are looked for once");
  }

  @Override
  public void runInCoordinatorThread(Runnable action) {
    context.runInCoordinatorThread(action);
  }
}
