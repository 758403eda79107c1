/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.util.List;
import java.util.Map;

/**
 * The values of one metric of one system with one combination of parameters, in one run.
 *
 * @param values one per round; one for a figure of the whole trial
 * @param run what was the same for all measurements of a run
 */
public record Measurement(
    String scenario,
    String system,
    Map<String, String> parameters,
    String metric,
    List<Double> values,
    String note,
    Run run) {

  /**
   * A run of a scenario.
   *
   * @param start of the run, ISO in UTC
   * @param commit of this project that was measured
   * @param jvm options of the system's JVM
   */
  public record Run(String start, String commit, Machine machine, List<String> jvm) {}

  /** Where the values of the newest run are, all else being equal. */
  record Key(String scenario, String system, Map<String, String> parameters, String metric) {}

  Key key() {
    return new Key(scenario, system, parameters, metric);
  }

  double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double least() {
    return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  double most() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }
}
