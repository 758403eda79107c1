/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a step has counted.
 *
 * @param kind {@code source}, {@code view}, {@code flow} or {@code table}
 * @param counts by the names of {@code Counts}; of a table also {@code rows}, {@code version} and
 *     {@code commits}
 */
public record StepCounts(String kind, String name, Map<String, Long> counts) {
  public StepCounts {
    counts = new TreeMap<>(counts);
  }
}
