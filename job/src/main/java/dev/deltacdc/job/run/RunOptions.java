/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * What the command line says about a run.
 *
 * @param file the pipeline file
 * @param lake directory or Hadoop file system URI under which the tables live
 * @param parallelism {@code null}: the pipeline's setting, else that of the cluster or machine
 * @param settings {@code --set}, stronger than the file's
 */
public record RunOptions(
    Path file, String lake, @Nullable Integer parallelism, Map<String, String> settings) {

  public RunOptions {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(lake, "lake");
    settings = Map.copyOf(settings);
  }
}
