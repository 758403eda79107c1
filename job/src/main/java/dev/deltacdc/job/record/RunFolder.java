/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import java.io.Serializable;
import java.util.Map;

/**
 * Where the record of one run is: a folder of the lake with a file for each writer, since object
 * stores have no files that several could add to.
 *
 * @param uri of the folder
 * @param hadoop settings of its file system
 */
public record RunFolder(String uri, Map<String, String> hadoop) implements Serializable {
  private static final long serialVersionUID = 1L;

  public RunFolder {
    hadoop = Map.copyOf(hadoop);
  }

  /** The run's name: the time of its start, in UTC, and what tells it from others of that time. */
  public String run() {
    return uri.substring(uri.lastIndexOf('/') + 1);
  }

  /** The record of another run of the same pipeline. */
  RunFolder of(String otherRun) {
    return new RunFolder(uri.substring(0, uri.lastIndexOf('/') + 1) + otherRun, hadoop);
  }

  /**
   * A file of its own for a writer.
   *
   * @param writer a name that may be in file names
   */
  public RunFile file(String writer) {
    return new RunFile(this, writer);
  }

  /** Without the settings, which may be secret. */
  @Override
  public String toString() {
    return uri;
  }
}
