/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.job.run.PipelineLoader;
import dev.deltacdc.job.topology.Lake;
import dev.deltacdc.job.topology.PipelineTopology;
import dev.deltacdc.job.topology.TopologyOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.config.TableConfigOptions;

/** A pipeline file as a job, as {@code deltacdc run} would run it. */
final class EmbeddedPipeline {

  private EmbeddedPipeline() {}

  /**
   * @param text of the pipeline file, which is written into {@code work}; its tables are below
   *     {@code work/lake}
   */
  static StreamExecutionEnvironment job(Configuration configuration, Path work, String text)
      throws IOException, InterruptedException {
    Path file = Files.writeString(work.resolve("pipeline.sql"), text);
    PipelineLoader.Loaded loaded = PipelineLoader.load(file, Map.of());
    configuration.set(TableConfigOptions.LOCAL_TIME_ZONE, "UTC");
    configuration.set(org.apache.flink.configuration.PipelineOptions.AUTO_GENERATE_UIDS, false);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(configuration.get(CoreOptions.DEFAULT_PARALLELISM));
    PipelineTopology.build(
        environment,
        loaded
            .pipeline()
            .orElseThrow(() -> new IllegalArgumentException(loaded.diagnostics().toString())),
        new TopologyOptions(work, Lake.at(work.resolve("lake").toString())));
    return environment;
  }
}
