/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import java.util.Map;

/**
 * A system that is ready to be measured: its table is filled, its job runs. The runner asks for one
 * repetition after the other, in turn with those of the other systems; between them it must be
 * idle.
 */
public interface Trial extends AutoCloseable {

  /** Makes a trial; what this does is not measured. */
  @FunctionalInterface
  interface Factory {
    Trial open(Arguments arguments) throws Exception;
  }

  /**
   * One repetition.
   *
   * @return its figures: metric with its unit, as {@code commitSeconds}, and value
   */
  Map<String, Double> run() throws Exception;

  /** Figures of the whole trial, asked for once, after the last repetition. */
  default Map<String, Double> summary() throws Exception {
    return Map.of();
  }

  @Override
  default void close() throws Exception {}
}
