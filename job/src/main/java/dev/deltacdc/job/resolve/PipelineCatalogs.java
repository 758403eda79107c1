/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** The catalogs and databases of a pipeline's names, in a table environment. */
public final class PipelineCatalogs {

  private PipelineCatalogs() {}

  /**
   * Adds the pipeline's catalogs, empty. Then, relation by relation: supply the rows of its scan
   * table to {@code scans} if it has one, and call {@link #add}.
   */
  public static void register(
      StreamTableEnvironment env, ResolvedPipeline pipeline, TableScans scans) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Makes a relation known to the queries after it. */
  public static void add(StreamTableEnvironment env, Relation relation) {
    throw new UnsupportedOperationException("not built yet");
  }
}
