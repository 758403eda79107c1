/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.record.RunFolders;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.topology.Lake;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Where commands find the records of runs. */
final class Records {
  private Records() {}

  /** With the settings of the cluster, after {@code flink run}, and of the pipeline. */
  static RunFolders of(ResolvedPipeline pipeline, String lake) {
    Map<String, String> flink =
        new TreeMap<>(
            StreamExecutionEnvironment.getExecutionEnvironment().getConfiguration().toMap());
    flink.putAll(pipeline.settings().flink());
    Lake at = Lake.at(lake, flink);
    return new RunFolders(at.uri(), at.hadoop(), pipeline.settings().pipelineName());
  }
}
