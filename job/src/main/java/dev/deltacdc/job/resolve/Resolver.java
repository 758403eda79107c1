/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Pipeline;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** Binds names and finds types; touches no data. */
public final class Resolver {

  private Resolver() {}

  /**
   * Resolves a file whose statements could be read; every error is found, not only the first.
   *
   * @param env a fresh environment in streaming mode; it is filled with catalogs and tables that
   *     can be planned but not run: make another one for the job
   */
  public static Resolution resolve(
      Pipeline pipeline, Settings settings, StreamTableEnvironment env) {
    throw new UnsupportedOperationException("not built yet");
  }
}
