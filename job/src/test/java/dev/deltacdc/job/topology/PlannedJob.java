/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.run.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;

/** A pipeline's job, planned and not run. */
final class PlannedJob {

  private PlannedJob() {}

  /**
   * The uids of its operators; every one must have its own.
   *
   * @param temp folder for the pipeline file and the {@code lake}
   */
  static Set<String> uids(Path temp, String sql, StartPoint start) throws IOException {
    Path file = Files.writeString(temp.resolve("case.sql"), sql);
    PipelineLoader.Loaded loaded = PipelineLoader.load(file, Map.of());
    assertThat(loaded.pipeline()).as("%s", loaded.diagnostics()).isPresent();
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
    PipelineTopology.build(
        env,
        loaded.pipeline().orElseThrow(),
        new TopologyOptions(temp, Lake.at(temp.resolve("lake").toString()), start));
    Set<String> uids = new TreeSet<>();
    for (StreamNode node : env.getStreamGraph().getStreamNodes()) {
      assertThat(node.getTransformationUID()).as(node.getOperatorName()).isNotNull();
      assertThat(uids.add(node.getTransformationUID())).isTrue();
    }
    return uids;
  }
}
