/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checkpoints that are aborted: on one writer before it prepared its epoch (the other one did), on
 * all after they prepared, by timeout. The table is the same.
 */
@Timeout(180)
class AbortedCheckpointITCase {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  private static CountDownLatch aborted;
  private static AtomicBoolean armed;
  private static AtomicInteger aborts;

  @BeforeEach
  void reset() {
    TestFaults.reset();
    aborted = new CountDownLatch(1);
    armed = new AtomicBoolean(true);
    aborts = new AtomicInteger();
  }

  /** In one task with the writer: holds up one subtask until a checkpoint was aborted. */
  abstract static class Holding extends RichMapFunction<RowData, RowData>
      implements CheckpointedFunction, CheckpointListener {
    private static final long serialVersionUID = 1L;

    boolean isFirst() {
      return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0;
    }

    static void hold() throws InterruptedException {
      if (armed.getAndSet(false)) {
        assertThat(aborted.await(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      }
    }

    @Override
    public RowData map(RowData row) throws Exception {
      return row;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {}

    @Override
    public void initializeState(FunctionInitializationContext context) {}

    @Override
    public void notifyCheckpointComplete(long checkpointId) {}

    @Override
    public void notifyCheckpointAborted(long checkpointId) {
      aborts.incrementAndGet();
      aborted.countDown();
    }
  }

  /** The first subtask doesn't get to the barrier: it is busy with a row. */
  static final class HoldingRow extends Holding {
    private static final long serialVersionUID = 1L;

    private transient int rows;

    @Override
    public RowData map(RowData row) throws Exception {
      if (isFirst() && ++rows == 25) {
        hold();
      }
      return row;
    }
  }

  /** The first subtask has prepared and then takes too long to store its state. */
  static final class HoldingState extends Holding {
    private static final long serialVersionUID = 1L;

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
      if (isFirst() && context.getCheckpointId() >= 2) {
        hold();
      }
    }
  }

  private TestJob job(boolean append) {
    TestJob job =
        new TestJob(directory, append ? TestFeed.inserts(4, 60) : TestFeed.random(5, 4, 60, 40));
    job.append = append;
    job.config.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(2));
    return job;
  }

  @ParameterizedTest(name = "append: {0}")
  @ValueSource(booleans = {false, true})
  void onOneWriterBeforeItPrepared(boolean append) throws Exception {
    TestJob job = job(append);
    job.beforeWriter = new HoldingRow();
    job.run();
    assertThat(aborts.get()).isPositive();
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }

  @ParameterizedTest(name = "append: {0}")
  @ValueSource(booleans = {false, true})
  void onAllAfterTheyPrepared(boolean append) throws Exception {
    TestJob job = job(append);
    job.beforeWriter = new HoldingState();
    job.run();
    assertThat(aborts.get()).isPositive();
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }

  @Test
  void withAFailureAfterwards() throws Exception {
    TestJob job = job(false);
    job.beforeWriter = new HoldingRow();
    TestFaults.failAt(TestFaults.Point.PUBLISHED_DEAD, 2);
    job.run();
    assertThat(aborts.get()).isPositive();
    assertThat(TestFaults.fired()).isEqualTo(1);
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }
}
