/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CheckpointStatsStatus;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.dispatcher.UnavailableDispatcherOperationException;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.ExceptionUtils;

/**
 * Flink with two slots in this JVM, for one job at a time, whose checkpoints are taken on demand.
 */
final class EmbeddedFlink implements AutoCloseable {

  static final int PARALLELISM = 2;

  private static final Duration PATIENCE = Duration.ofHours(2);

  private final MiniCluster cluster;
  private JobID job;

  EmbeddedFlink(Configuration configuration) throws Exception {
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(PARALLELISM)
                .build());
    cluster.start();
  }

  /**
   * The configuration of cluster and job.
   *
   * @param backend hashmap or rocksdb; the latter with incremental checkpoints
   */
  static Configuration configuration(Path work, String backend) {
    Configuration configuration = new Configuration();
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, PARALLELISM);
    configuration.set(CoreOptions.TMP_DIRS, work.resolve("tmp").toString());
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    // Only those that are asked for.
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofDays(10));
    configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, PATIENCE);
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, work.resolve("checkpoints").toUri().toString());
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, 10_000);
    // Of which RocksDB has all; the heap has its own limit.
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(1024));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
    return configuration;
  }

  void submit(StreamExecutionEnvironment environment) throws Exception {
    StreamGraph graph = environment.getStreamGraph();
    graph.serializeUserDefinedInstances();
    job = cluster.submitJob(graph).get(PATIENCE.toSeconds(), TimeUnit.SECONDS).getJobID();
  }

  /** Fails when the job has failed. */
  void requireRunning() throws Exception {
    if (cluster.getJobStatus(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS).isTerminalState()) {
      cluster
          .requestJobResult(job)
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .toJobExecutionResult(EmbeddedFlink.class.getClassLoader());
    }
  }

  /** Takes a checkpoint, once all tasks run; returns when it is complete. */
  void checkpoint() throws Exception {
    while (true) {
      try {
        cluster
            .triggerCheckpoint(job, CheckpointType.CONFIGURED)
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return;
      } catch (ExecutionException e) {
        if (!ExceptionUtils.findThrowable(e, EmbeddedFlink::isEarly).isPresent()) {
          throw e;
        }
        requireRunning();
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
  }

  /** Whether the job's tasks are still starting. */
  private static boolean isEarly(Throwable error) {
    return (error instanceof CheckpointException checkpoint
            && checkpoint.getCheckpointFailureReason()
                == CheckpointFailureReason.NOT_ALL_REQUIRED_TASKS_RUNNING)
        || error instanceof UnavailableDispatcherOperationException;
  }

  /** What Flink itself says of the last checkpoint. */
  CompletedCheckpointStats lastCheckpoint() throws Exception {
    return checkpoints().getHistory().getLatestCompletedCheckpoint();
  }

  private CheckpointStatsSnapshot checkpoints() throws Exception {
    return cluster
        .getExecutionGraph(job)
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .getCheckpointStatsSnapshot();
  }

  /**
   * The longest duration of a checkpoint that was triggered after a time and is complete, in
   * seconds.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  double longestCheckpoint(long nanoTime) throws Exception {
    long after = System.currentTimeMillis() - (System.nanoTime() - nanoTime) / 1_000_000;
    return checkpoints().getHistory().getCheckpoints().stream()
            .filter(checkpoint -> checkpoint.getStatus() == CheckpointStatsStatus.COMPLETED)
            .filter(checkpoint -> checkpoint.getTriggerTimestamp() >= after)
            .mapToLong(AbstractCheckpointStats::getEndToEndDuration)
            .max()
            .orElse(0)
        / 1e3;
  }

  void cancel() throws Exception {
    cluster.cancelJob(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    cluster.requestJobResult(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
