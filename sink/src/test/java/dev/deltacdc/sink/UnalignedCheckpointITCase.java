/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.sink.TestFaults.Point;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Barriers that overtake rows: the job starts again from a checkpoint that holds rows on their way
 * to the writers, and the table is the same.
 */
@Timeout(120)
class UnalignedCheckpointITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      TestCluster.create(new Configuration().set(WebOptions.CHECKPOINTS_HISTORY_SIZE, 1_000));

  @TempDir Path directory;

  @BeforeEach
  void reset() {
    TestFaults.reset();
  }

  /**
   * In one task with the writer: once in an epoch until the next barrier was sent. Not before the
   * last checkpoint is complete, for which this task may still have to take barriers of other
   * channels: it would wait for a barrier that waits for it.
   */
  static final class SlowRow extends RichMapFunction<RowData, RowData>
      implements CheckpointedFunction, CheckpointListener {
    private static final long serialVersionUID = 1L;

    private transient boolean waited;
    private transient long barrier;
    private transient long completed;

    @Override
    public RowData map(RowData row) throws Exception {
      if (!waited && completed == barrier && TestFaults.fired() == 0) {
        TestFaults.awaitBarrierAfter(barrier);
        waited = true;
      }
      return row;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
      waited = false;
      barrier = context.getCheckpointId();
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
      completed = checkpointId;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}
  }

  @ParameterizedTest(name = "{0} {1}, append: {2}")
  @CsvSource({
    "SNAPSHOT, 8, false",
    "COMPLETED, 3, false",
    "PUBLISHED_DEAD, 3, false",
    "PUBLISHED_DEAD, 3, true",
  })
  void rowsThatABarrierOvertookAreNeitherLostNorDoubled(
      Point point, int pass, boolean append, @InjectMiniCluster MiniCluster cluster)
      throws Exception {
    TestJob job =
        new TestJob(directory, append ? TestFeed.inserts(5, 60) : TestFeed.random(pass, 5, 60, 40));
    job.append = append;
    job.beforeWriter = new SlowRow();
    job.config.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    job.config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(20));
    TestFaults.failAt(point, pass);

    JobClient client = job.build().executeAsync("test");
    client.getJobExecutionResult().get();

    assertThat(TestFaults.fired()).isEqualTo(1);
    assertThat(overtaken(cluster, client.getJobID())).isPositive();
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }

  /** Bytes of rows in the checkpoint that the job started again from. */
  private static long overtaken(MiniCluster cluster, JobID job) throws Exception {
    CheckpointStatsSnapshot stats =
        cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot();
    assertThat(stats.getLatestRestoredCheckpoint()).isNotNull();
    long restored = stats.getLatestRestoredCheckpoint().getCheckpointId();
    return ((CompletedCheckpointStats) stats.getHistory().getCheckpointById(restored))
        .getPersistedData();
  }
}
