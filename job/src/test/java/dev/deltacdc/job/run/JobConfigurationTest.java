/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.pipeline.ParseResult;
import dev.deltacdc.job.pipeline.PipelineParser;
import dev.deltacdc.job.resolve.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.junit.jupiter.api.Test;

/** Which of defaults, cluster and pipeline decides. */
class JobConfigurationTest {

  private static final String BLOOM_FILTER = RocksDBConfigurableOptions.USE_BLOOM_FILTER.key();

  private static Settings settings(Map<String, String> overrides) {
    ParseResult parsed = PipelineParser.parse("pipeline.sql", "");
    return Settings.read(parsed.pipeline(), "test", overrides);
  }

  private static Duration embeddedTimeout(Map<String, String> overrides) {
    return JobConfiguration.embedded(
            settings(overrides), null, Path.of("scratch"), new SavedStates("file:/state"))
        .get(CheckpointingOptions.CHECKPOINTING_TIMEOUT);
  }

  private static Duration timeoutOnCluster(Configuration cluster, Map<String, String> overrides) {
    Configuration merged = new Configuration(cluster);
    merged.addAll(JobConfiguration.onCluster(cluster, settings(overrides), null));
    return merged.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT);
  }

  /** Flink knows no escapes: a URI's would be part of the name. */
  @Test
  void stateIsKeptWhereTheFolderIs() {
    Path state = Path.of("/a b/100%25/c#d?e").toAbsolutePath();
    Configuration embedded =
        JobConfiguration.embedded(
            settings(Map.of()),
            null,
            Path.of("scratch"),
            new SavedStates(StateFolder.location(state)));
    assertThat(
            List.of(
                new org.apache.flink.core.fs.Path(
                        embedded.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY))
                    .getPath(),
                new org.apache.flink.core.fs.Path(
                        embedded.get(CheckpointingOptions.SAVEPOINT_DIRECTORY))
                    .getPath()))
        .containsExactly(
            state.resolve("checkpoints").toString(), state.resolve("savepoints").toString());
  }

  @Test
  void checkpointsMayWaitForAStepThatWritesManyDays() {
    assertThat(embeddedTimeout(Map.of())).isEqualTo(Duration.ofDays(1));
    assertThat(timeoutOnCluster(new Configuration(), Map.of())).isEqualTo(Duration.ofHours(1));
  }

  /** RocksDB's own default is off, and costs a third of the speed. */
  @Test
  void stateInRocksDbHasBloomFiltersUnlessSaidOtherwise() {
    Configuration cluster = new Configuration();
    assertThat(bloomFilterOnCluster(cluster, Map.of())).isTrue();
    assertThat(bloomFilterOnCluster(cluster, Map.of(BLOOM_FILTER, "false"))).isFalse();
    cluster.setString(BLOOM_FILTER, "false");
    assertThat(bloomFilterOnCluster(cluster, Map.of())).isFalse();
    assertThat(
            JobConfiguration.embedded(
                    settings(Map.of()), null, Path.of("scratch"), new SavedStates("file:/state"))
                .get(RocksDBConfigurableOptions.USE_BLOOM_FILTER))
        .isTrue();
  }

  private static boolean bloomFilterOnCluster(
      Configuration cluster, Map<String, String> overrides) {
    Configuration merged = new Configuration(cluster);
    merged.addAll(JobConfiguration.onCluster(cluster, settings(overrides), null));
    return merged.get(RocksDBConfigurableOptions.USE_BLOOM_FILTER);
  }

  @Test
  void theClustersTimeoutIsStrongerAndThePipelinesStrongest() {
    Configuration cluster = new Configuration();
    cluster.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(7));
    Map<String, String> pipeline =
        Map.of(CheckpointingOptions.CHECKPOINTING_TIMEOUT.key(), "5 min");
    assertThat(timeoutOnCluster(cluster, Map.of())).isEqualTo(Duration.ofMinutes(7));
    assertThat(timeoutOnCluster(cluster, pipeline)).isEqualTo(Duration.ofMinutes(5));
    assertThat(embeddedTimeout(pipeline)).isEqualTo(Duration.ofMinutes(5));
  }
}
