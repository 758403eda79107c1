/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.source.Reading;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * What a topology needs beside the pipeline.
 *
 * @param baseDir folder of the pipeline file, where relative paths start
 * @param until until when sources are read
 * @param chosen tables that a triggered run updates, with what they need; empty: all
 * @param record where the job records what it does; {@code null}: nowhere
 */
public record TopologyOptions(
    Path baseDir,
    Lake lake,
    StartPoint start,
    Reading.Until until,
    Set<TableName> chosen,
    @Nullable RunFolder record) {

  public TopologyOptions {
    Objects.requireNonNull(baseDir, "baseDir");
    Objects.requireNonNull(lake, "lake");
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(until, "until");
    chosen = Set.copyOf(chosen);
    if (!chosen.isEmpty() && until != Reading.Until.NOW) {
      throw new IllegalArgumentException("only a triggered run is of chosen tables");
    }
  }

  /** Whether the run ends when its sources are read, and is gone on with by the next. */
  boolean isTriggered() {
    return until == Reading.Until.NOW;
  }

  /** Sources are read as they are declared, and nothing is recorded. */
  public TopologyOptions(Path baseDir, Lake lake, StartPoint start) {
    this(baseDir, lake, start, Reading.Until.DECLARED, Set.of(), null);
  }

  /** A first start, without state. */
  public TopologyOptions(Path baseDir, Lake lake) {
    this(baseDir, lake, StartPoint.NO_STATE);
  }
}
