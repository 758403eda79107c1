/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.sink.commit.CommitListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.source.legacy.RichSourceFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every epoch is prepared before the one before it is committed: writers delete rows of files that
 * are not part of the table yet.
 */
@Timeout(120)
class EarlyEpochITCase {

  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int WRITERS = 2;

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  private static Writers writers;

  @BeforeEach
  void reset() {
    TestFaults.reset();
    writers = new Writers();
  }

  /** How far the writers are. */
  private static final class Writers {
    private final Map<Long, Integer> prepared = new HashMap<>();
    private final Set<Long> committedLate = new TreeSet<>();
    private int ended;

    synchronized void prepared(long checkpointId) {
      prepared.merge(checkpointId, 1, Integer::sum);
      notifyAll();
    }

    synchronized void ended() {
      ended++;
      notifyAll();
    }

    synchronized void completed(long checkpointId) {
      if (prepared.getOrDefault(checkpointId + 1, 0) == WRITERS) {
        committedLate.add(checkpointId);
      }
    }

    synchronized void awaitPreparedOrEnded(long checkpointId) throws InterruptedException {
      long deadline = System.nanoTime() + DEADLINE.toNanos();
      while (prepared.getOrDefault(checkpointId, 0) + ended < WRITERS) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("not prepared in time: " + checkpointId);
        }
        wait(100);
      }
    }
  }

  /** In one task with a writer: its epoch is sent before this state is taken. */
  static final class Preparing extends RichMapFunction<RowData, RowData>
      implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    @Override
    public RowData map(RowData row) {
      return row;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
      writers.prepared(context.getCheckpointId());
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}

    @Override
    public void close() {
      writers.ended();
    }
  }

  /**
   * A task beside the sink, without which no checkpoint is complete before the next is prepared.
   */
  static final class LateAcknowledgement extends RichSourceFunction<Integer>
      implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    @Override
    public void run(SourceContext<Integer> context) throws Exception {
      writers.awaitPreparedOrEnded(Long.MAX_VALUE);
    }

    @Override
    public void cancel() {}

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
      writers.awaitPreparedOrEnded(context.getCheckpointId() + 1);
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}
  }

  /** Sees when the committer begins to commit an epoch. */
  static final class Completed implements CommitListener {
    private static final long serialVersionUID = 1L;

    @Override
    public void completed(String name, long checkpointId) {
      writers.completed(checkpointId);
    }

    @Override
    public void published(String name, long version) {}
  }

  @Test
  void rowsOfAnEpochThatIsNotCommittedAreReplacedAndDeleted() throws Exception {
    int batches = 6;
    TestJob job = new TestJob(directory, TestFeed.random(23, batches, 60, 40));
    job.parallelism = WRITERS;
    job.ahead = true;
    job.beforeWriter = new Preparing();
    job.listener = new Completed();
    job.config.set(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS, 3);
    job.config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(20));
    StreamExecutionEnvironment env = job.build();
    env.addSource(new LateAcknowledgement(), "late acknowledgement")
        .uid("late-acknowledgement")
        .sinkTo(new DiscardingSink<>())
        .uid("nothing");

    env.execute("test");

    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
    assertThat(writers.committedLate).hasSizeGreaterThanOrEqualTo(batches - 1);
  }
}
