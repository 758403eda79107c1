/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.job.resolve.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.annotation.Nullable;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.table.api.config.TableConfigOptions;

/**
 * Flink's configuration for a run. From weak to strong: our defaults, the cluster's configuration,
 * the pipeline's settings (the command line's among them), and what our operators need to be right.
 */
final class JobConfiguration {

  private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(10);

  /**
   * A barrier waits while a snapshot writes its days in one step, at the end of bounded input all
   * of them. A checkpoint that expires meanwhile fails the job, which would begin that step again
   * and never get past it; one that is late does no harm.
   */
  private static final Duration CHECKPOINT_TIMEOUT = Duration.ofHours(1);

  private static final Duration EMBEDDED_CHECKPOINT_TIMEOUT = Duration.ofDays(1);

  /**
   * Most looks into our state are for keys that most files of it don't have: the filter makes jobs
   * with state in RocksDB half as fast again. By its name: the class of the option is not there
   * where the state backend is not.
   */
  private static final ConfigOption<Boolean> BLOOM_FILTER =
      ConfigOptions.key("state.backend.rocksdb.use-bloom-filter").booleanType().noDefaultValue();

  private JobConfiguration() {}

  /** For a job on the cluster that {@code cluster} describes. */
  static Configuration onCluster(
      ReadableConfig cluster, Settings settings, @Nullable Integer parallelism) {
    Configuration configuration = new Configuration();
    put(configuration, cluster, CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
    put(configuration, cluster, CheckpointingOptions.CHECKPOINTING_TIMEOUT, CHECKPOINT_TIMEOUT);
    put(configuration, cluster, BLOOM_FILTER, true);
    if (cluster.getOptional(RestartStrategyOptions.RESTART_STRATEGY).isEmpty()) {
      boundedRestarts(configuration, 10, Duration.ofSeconds(1));
    }
    return finish(configuration, settings, parallelism);
  }

  /**
   * For an embedded run.
   *
   * @param scratch folder for temporary files of this run
   * @param state where checkpoints and savepoints are kept
   */
  static Configuration embedded(
      Settings settings, @Nullable Integer parallelism, Path scratch, SavedStates state) {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
    configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, EMBEDDED_CHECKPOINT_TIMEOUT);
    configuration.set(BLOOM_FILTER, true);
    keepState(configuration, state);
    configuration.set(CoreOptions.TMP_DIRS, scratch.toString());
    boundedRestarts(configuration, 3, Duration.ofMillis(500));
    configuration.set(
        CoreOptions.DEFAULT_PARALLELISM, Math.min(4, Runtime.getRuntime().availableProcessors()));
    String local = "127.0.0.1";
    configuration.set(RestOptions.ADDRESS, local);
    configuration.set(RestOptions.BIND_ADDRESS, local);
    configuration.set(RestOptions.BIND_PORT, "8081-8999");
    configuration.set(JobManagerOptions.BIND_HOST, local);
    configuration.set(TaskManagerOptions.BIND_HOST, local);
    configuration.set(TaskManagerOptions.HOST, local);
    configuration.set(WebOptions.SUBMIT_ENABLE, false);
    // Heartbeats carry the counters that the progress line shows.
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofSeconds(1));
    return finish(configuration, settings, parallelism);
  }

  /** Keeps the job's state where the next run finds it. */
  static void keepState(Configuration configuration, SavedStates state) {
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, state.checkpoints());
    configuration.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, state.savepoints());
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
  }

  /** Lets a job that goes on from state count what it does itself. */
  static void countAnew(Configuration configuration) {
    Map<String, String> parameters =
        new HashMap<>(
            configuration.getOptional(PipelineOptions.GLOBAL_JOB_PARAMETERS).orElse(Map.of()));
    parameters.put(EventCounters.RUN, UUID.randomUUID().toString());
    configuration.set(PipelineOptions.GLOBAL_JOB_PARAMETERS, parameters);
  }

  /** Restores the state; it belongs to the job then, which removes it when it has newer. */
  static void startFrom(Configuration configuration, String location) {
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, location);
    configuration.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
  }

  private static Configuration finish(
      Configuration configuration, Settings settings, @Nullable Integer parallelism) {
    configuration.set(PipelineOptions.NAME, settings.pipelineName());
    settings.flink().forEach(configuration::setString);
    if (parallelism != null) {
      configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    }
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
    configuration.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    // State of what was removed from the pipeline; what must not be lost is checked before.
    configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(TableConfigOptions.LOCAL_TIME_ZONE, settings.timeZone().getId());
    return configuration;
  }

  private static void boundedRestarts(Configuration configuration, int attempts, Duration first) {
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, attempts);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, first);
  }

  private static <T> void put(
      Configuration configuration, ReadableConfig cluster, ConfigOption<T> option, T value) {
    if (cluster.getOptional(option).isEmpty()) {
      configuration.set(option, value);
    }
  }
}
