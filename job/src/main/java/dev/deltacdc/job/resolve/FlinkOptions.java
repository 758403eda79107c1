/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ClusterOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.FallbackKey;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.NettyShuffleEnvironmentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.OptimizerConfigOptions;
import org.apache.flink.table.api.config.TableConfigOptions;

/** The names of Flink's own options, so that a misspelled one is found before a job ignores it. */
final class FlinkOptions {

  /** Options whose names go on as the user likes, or whose classes are not on the class path. */
  private static final List<String> PREFIXES =
      List.of(
          "flink.hadoop.",
          "fs.",
          "s3.",
          "env.",
          "metrics.reporter.",
          "security.",
          "high-availability",
          "kubernetes.",
          "pipeline.global-job-parameters");

  private static final List<Class<?>> CLASSES =
      List.of(
          CheckpointingOptions.class,
          ClusterOptions.class,
          CoreOptions.class,
          DeploymentOptions.class,
          ExecutionOptions.class,
          HeartbeatManagerOptions.class,
          JobManagerOptions.class,
          MetricOptions.class,
          NettyShuffleEnvironmentOptions.class,
          PipelineOptions.class,
          RestOptions.class,
          RestartStrategyOptions.class,
          StateBackendOptions.class,
          StateChangelogOptions.class,
          StateRecoveryOptions.class,
          TaskManagerOptions.class,
          WebOptions.class,
          ExecutionConfigOptions.class,
          OptimizerConfigOptions.class,
          TableConfigOptions.class);

  private static final String ROCKSDB = "state.backend.rocksdb.";

  /** Those of a jar of its own, by name: it need not be on the class path. */
  private static final List<String> ROCKSDB_CLASSES =
      List.of(
          "org.apache.flink.state.rocksdb.RocksDBOptions",
          "org.apache.flink.state.rocksdb.RocksDBConfigurableOptions",
          "org.apache.flink.state.rocksdb.RocksDBNativeMetricOptions");

  private static final Map<String, ConfigOption<?>> OPTIONS = read();

  private static final boolean KNOWS_ROCKSDB =
      OPTIONS.keySet().stream().anyMatch(key -> key.startsWith(ROCKSDB));

  private FlinkOptions() {}

  /** The option of a name, also of one that Flink still takes as an older name. */
  static Optional<ConfigOption<?>> option(String key) {
    return Optional.ofNullable(OPTIONS.get(key));
  }

  static boolean isPrefixed(String key) {
    return PREFIXES.stream().anyMatch(key::startsWith)
        || (key.startsWith(ROCKSDB) && !KNOWS_ROCKSDB);
  }

  static Set<String> keys() {
    return OPTIONS.keySet();
  }

  /**
   * Why a value of Flink's is refused: Flink would fail on it later, or it would break what the job
   * promises: rows neither lost nor twice in a table, and all of them there at the end. Empty if it
   * is fine.
   */
  static Optional<String> refusal(String key, String value) {
    Configuration configuration = Configuration.fromMap(Map.of(key, value));
    int parallelism = configuration.get(CoreOptions.DEFAULT_PARALLELISM);
    if (parallelism < 1 || parallelism > Transformation.UPPER_BOUND_MAX_PARALLELISM) {
      return Optional.of(
          "It is a number from 1 to " + Transformation.UPPER_BOUND_MAX_PARALLELISM + ".");
    }
    if (configuration.get(ExecutionOptions.RUNTIME_MODE) != RuntimeExecutionMode.STREAMING) {
      return Optional.of(
          "Pipelines run in streaming mode, which reads files to their end and stops too: leave it out.");
    }
    if (configuration.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE)
        != CheckpointingMode.EXACTLY_ONCE) {
      return Optional.of(
          "After a restart events would be counted and applied twice: leave it out.");
    }
    if (!configuration.get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH)) {
      return Optional.of("The last rows of a file would never be committed: leave it out.");
    }
    return ofPlanner(configuration);
  }

  private static Optional<String> ofPlanner(Configuration configuration) {
    if (!configuration.get(ExecutionConfigOptions.IDLE_STATE_RETENTION).isZero()) {
      return Optional.of(
          "Queries would forget rows that later changes and joins need. Leave it out; where old facts"
              + " need no correction any more, write /*+ STATE_TTL('alias' = '30d') */ behind SELECT.");
    }
    if (configuration.get(ExecutionConfigOptions.TABLE_EXEC_SINK_UPSERT_MATERIALIZE)
        == ExecutionConfigOptions.UpsertMaterialize.NONE) {
      return Optional.of(
          "Changes of a materialized view's rows would be written in the wrong order: leave it out.");
    }
    return Optional.empty();
  }

  private static Map<String, ConfigOption<?>> read() {
    Map<String, ConfigOption<?>> options = new TreeMap<>();
    List<Class<?>> classes = new ArrayList<>(CLASSES);
    classes.addAll(onClassPath(ROCKSDB_CLASSES));
    for (Class<?> type : classes) {
      for (Field field : type.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
          ConfigOption<?> option = value(field);
          options.put(option.key(), option);
          for (FallbackKey fallback : option.fallbackKeys()) {
            options.putIfAbsent(fallback.getKey(), option);
          }
        }
      }
    }
    return options;
  }

  private static List<Class<?>> onClassPath(List<String> names) {
    List<Class<?>> found = new ArrayList<>();
    for (String name : names) {
      try {
        found.add(Class.forName(name, true, Thread.currentThread().getContextClassLoader()));
      } catch (ClassNotFoundException e) {
        // Then these options are not checked.
      }
    }
    return found;
  }

  private static ConfigOption<?> value(Field field) {
    try {
      return (ConfigOption<?>) field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
