/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** The context of an enumerator with one reader; calls are made at once, periodic ones never. */
final class CollectedSplits implements SplitEnumeratorContext<FileSourceSplit> {

  final List<FileSourceSplit> splits = new ArrayList<>();
  boolean ended;

  List<Long> versions() {
    return splits.stream().map(split -> Reread.of(split.splitId()).version()).toList();
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
  }

  @Override
  public void sendEventToSourceReader(int subtask, SourceEvent event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int currentParallelism() {
    return 1;
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return Map.of(0, new ReaderInfo(0, "here"));
  }

  @Override
  public void assignSplits(SplitsAssignment<FileSourceSplit> assignment) {
    assignment.assignment().values().forEach(splits::addAll);
  }

  @Override
  public void signalNoMoreSplits(int subtask) {
    ended = true;
  }

  @Override
  public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    T result;
    try {
      result = callable.call();
    } catch (Exception e) {
      handler.accept(null, e);
      return;
    }
    handler.accept(result, null);
  }

  @Override
  public <T> void callAsync(
      Callable<T> callable, BiConsumer<T, Throwable> handler, long initialDelay, long period) {}

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    runnable.run();
  }
}
