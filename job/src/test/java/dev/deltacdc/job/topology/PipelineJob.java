/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.run.PipelineLoader;
import dev.deltacdc.job.source.Reading;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.dispatcher.UnavailableDispatcherOperationException;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** A pipeline file that runs on a test's MiniCluster, checkpoint by checkpoint. */
final class PipelineJob {

  private static final Duration DEADLINE = Duration.ofSeconds(90);

  private final MiniCluster cluster;
  private final JobClient job;

  private PipelineJob(MiniCluster cluster, JobClient job) {
    this.cluster = cluster;
    this.job = job;
  }

  /** A cluster whose counters are seen at once. */
  static MiniClusterExtension cluster(int slots) {
    Configuration configuration = new Configuration();
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(100));
    return new MiniClusterExtension(
        new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(configuration)
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(slots)
            .build());
  }

  static Configuration configuration(Path temp) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
    String folder = temp.resolve("checkpoints").toUri().toString();
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder);
    configuration.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, folder);
    return configuration;
  }

  /** Many checkpoints, and restarts after failures. */
  static Configuration restarting(Path temp) {
    Configuration configuration = configuration(temp);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 10);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
    return configuration;
  }

  /** Starts from the savepoint that the configuration names, if it names one. */
  static PipelineJob start(
      MiniCluster cluster, Path file, Path lake, int parallelism, Configuration configuration)
      throws Exception {
    String savepoint = configuration.get(StateRecoveryOptions.SAVEPOINT_PATH);
    StartPoint start = StartPoint.NO_STATE;
    if (savepoint != null) {
      SavedState state = SavedState.read(savepoint);
      start = new StartPoint(state.generations(), state.withState(), Set.of(), Set.of(), true);
    }
    return start(cluster, file, lake, parallelism, configuration, start, null);
  }

  /** Starts without state, and records what it does. */
  static PipelineJob recorded(
      MiniCluster cluster, Path file, Path lake, Configuration configuration, RunFolder record)
      throws Exception {
    return start(cluster, file, lake, 2, configuration, StartPoint.NO_STATE, record);
  }

  static PipelineJob start(
      MiniCluster cluster,
      Path file,
      Path lake,
      int parallelism,
      Configuration configuration,
      StartPoint start)
      throws Exception {
    return start(cluster, file, lake, parallelism, configuration, start, null);
  }

  private static PipelineJob start(
      MiniCluster cluster,
      Path file,
      Path lake,
      int parallelism,
      Configuration configuration,
      StartPoint start,
      @Nullable RunFolder record)
      throws Exception {
    PipelineLoader.Loaded loaded = PipelineLoader.load(file, Map.of());
    assertThat(loaded.pipeline()).as("%s", loaded.diagnostics()).isPresent();
    ResolvedPipeline pipeline = loaded.pipeline().orElseThrow();
    StreamExecutionEnvironment env = environment(configuration);
    env.setParallelism(parallelism);
    PipelineTopology.build(
        env,
        pipeline,
        new TopologyOptions(
            file.toAbsolutePath().getParent(),
            Lake.at(lake.toString()),
            start,
            Reading.Until.DECLARED,
            Set.of(),
            record));
    return new PipelineJob(cluster, env.executeAsync(SharedRows.graph(env)));
  }

  /**
   * Without the planner's options that Flink's test environment sets by chance, in the given
   * configuration too: state of one plan does not fit another.
   */
  private static StreamExecutionEnvironment environment(Configuration configuration) {
    Set<String> given = configuration.keySet();
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    Configuration used = (Configuration) env.getConfiguration();
    for (String key : used.keySet()) {
      if (key.startsWith("table.") && !given.contains(key)) {
        used.removeKey(key);
        configuration.removeKey(key);
      }
    }
    return env;
  }

  /** Waits until a step has counted that many. */
  void awaitRead(Step step, long events) {
    awaitCount(step, Counts.READ, events);
  }

  /** Waits until a counter of a step is that high. */
  void awaitCount(Step step, String count, long events) {
    String counter = EventCounters.accumulator(step, count);
    await()
        .atMost(DEADLINE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () ->
                (Long) job.getAccumulators().get().getOrDefault(counter, 0L) >= events
                    || job.getJobStatus().get().isTerminalState());
  }

  /** A checkpoint, complete when this returns; not before all tasks run. */
  void checkpoint() {
    await()
        .atMost(DEADLINE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptionsMatching(
            e ->
                e.getCause() instanceof CheckpointException
                    || e.getCause() instanceof UnavailableDispatcherOperationException)
        .until(() -> cluster.triggerCheckpoint(job.getJobID()).get(), path -> true);
  }

  /** Waits until the job has committed: that comes after a checkpoint is complete. */
  void awaitVersion(Path table, long version) {
    await()
        .atMost(DEADLINE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> TableContent.newestVersion(table) >= version);
  }

  /** Stops the job, once all tasks run, with everything committed; returns the savepoint. */
  String stop() throws Exception {
    checkpoint();
    String savepoint =
        job.stopWithSavepoint(false, null, SavepointFormatType.NATIVE)
            .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    awaitEnd();
    return savepoint;
  }

  /** A savepoint of the job, which goes on. */
  String savepoint() throws Exception {
    return job.triggerSavepoint(null, SavepointFormatType.CANONICAL)
        .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  JobExecutionResult awaitEnd() throws Exception {
    return job.getJobExecutionResult().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  JobClient client() {
    return job;
  }
}
