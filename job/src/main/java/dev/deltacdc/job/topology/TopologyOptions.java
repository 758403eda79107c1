/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What a topology needs beside the pipeline.
 *
 * @param baseDir folder of the pipeline file, where relative paths start
 */
public record TopologyOptions(Path baseDir, Lake lake, StartPoint start) {

  public TopologyOptions {
    Objects.requireNonNull(baseDir, "baseDir");
    Objects.requireNonNull(lake, "lake");
    Objects.requireNonNull(start, "start");
  }

  /** A first start, without state. */
  public TopologyOptions(Path baseDir, Lake lake) {
    this(baseDir, lake, StartPoint.NO_STATE);
  }
}
