/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TestTable;
import dev.deltacdc.source.split.DeltaSplit;
import dev.deltacdc.source.split.EnumeratorState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that fails has the files taken back that it got since the last checkpoint. */
class ReturnedSplitsTest {

  @TempDir Path directory;

  @Test
  void theyAreReadAgainInTheOrderOfBefore() throws Exception {
    Path path = directory.resolve("table");
    TestTable table = TestTable.upsert(path);
    SourceJob.append(table, 0, 100, 5);
    OneReader reader = new OneReader();
    try (SplitEnumerator<DeltaSplit, EnumeratorState> enumerator =
        SourceJob.quick(path).build().createEnumerator(reader)) {
      enumerator.start();
      List<DeltaSplit> all = new ArrayList<>(enumerator.snapshotState(1).waiting());
      for (int request = 0; request < 3; request++) {
        enumerator.handleSplitRequest(0, null);
      }
      assertThat(all).hasSize(5);
      assertThat(reader.splits).isEqualTo(all.subList(0, 3));

      enumerator.addSplitsBack(reader.splits, 0);
      assertThat(enumerator.snapshotState(2).waiting()).isEqualTo(all);
    }
  }

  /** Calls are made at once, periodic ones never. */
  private static final class OneReader implements SplitEnumeratorContext<DeltaSplit> {

    private final List<DeltaSplit> splits = new ArrayList<>();

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
    public void assignSplits(SplitsAssignment<DeltaSplit> assignment) {
      assignment.assignment().values().forEach(splits::addAll);
    }

    @Override
    public void signalNoMoreSplits(int subtask) {}

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
}
