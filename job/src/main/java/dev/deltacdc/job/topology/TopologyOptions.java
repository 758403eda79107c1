/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.source.Reading;
import java.nio.file.Path;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * What a topology needs beside the pipeline.
 *
 * @param baseDir folder of the pipeline file, where relative paths start
 * @param until until when sources are read
 * @param record where the job records what it does; {@code null}: nowhere
 */
public record TopologyOptions(
    Path baseDir, Lake lake, StartPoint start, Reading.Until until, @Nullable RunFolder record) {

  public TopologyOptions {
    Objects.requireNonNull(baseDir, "baseDir");
    Objects.requireNonNull(lake, "lake");
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(until, "until");
  }

  /** Whether the run ends when its sources are read, and is gone on with by the next. */
  boolean isTriggered() {
    return until == Reading.Until.NOW;
  }

  /** Sources are read as they are declared, and nothing is recorded. */
  public TopologyOptions(Path baseDir, Lake lake, StartPoint start) {
    this(baseDir, lake, start, Reading.Until.DECLARED, null);
  }

  /** A first start, without state. */
  public TopologyOptions(Path baseDir, Lake lake) {
    this(baseDir, lake, StartPoint.NO_STATE);
  }
}
