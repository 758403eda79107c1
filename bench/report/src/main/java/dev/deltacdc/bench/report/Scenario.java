/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is measured, as {@code bench/scenarios/NAME.json} says it.
 *
 * @param title of its section in the report
 * @param metric the figure that systems are compared by
 * @param parameters values of each parameter; all combinations are measured
 * @param warmUps repetitions that don't count
 * @param rounds repetitions that do
 * @param prepare make data that all systems share, before any of them starts; they find out
 *     themselves whether it is there already
 * @param systems in the order of a round; ratios are to the first
 * @param plot null for none
 */
public record Scenario(
    String title,
    String metric,
    Map<String, List<String>> parameters,
    int warmUps,
    int rounds,
    List<SystemUnderTest> prepare,
    List<SystemUnderTest> systems,
    Plot plot) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /**
   * A picture of the scenario's metric.
   *
   * @param x the parameter along the axis; without it there is a group of bars for each combination
   * @param logarithmic both axes
   */
  public record Plot(String x, String xTitle, String yTitle, boolean logarithmic) {}

  public Scenario {
    parameters = parameters == null ? Map.of() : parameters;
    prepare = prepare == null ? List.of() : prepare;
    if (rounds < 1 || systems == null || systems.isEmpty()) {
      throw new IllegalArgumentException(
          "The scenario '"
              + title
              + "' has no rounds or no systems. Give it one of each at least.");
    }
  }

  /**
   * Reads the scenario of a name.
   *
   * @throws IllegalArgumentException with advice when there is no such scenario or it isn't valid
   */
  public static Scenario read(Path folder, String name) throws IOException {
    Path file = folder.resolve(name + ".json");
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "There is no scenario " + file + ". Take one of the files there.");
    }
    try {
      return JSON.readValue(file.toFile(), Scenario.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The scenario " + file + " is not valid: " + e.getOriginalMessage(), e);
    }
  }

  /** The same with other values of some parameters. */
  Scenario with(Map<String, List<String>> others, int newWarmUps, int newRounds) {
    Map<String, List<String>> all = new LinkedHashMap<>(parameters);
    others.forEach(
        (name, values) -> {
          if (all.replace(name, values) == null) {
            throw new IllegalArgumentException(
                "The scenario has no parameter '" + name + "'. It has " + all.keySet() + ".");
          }
        });
    return new Scenario(title, metric, all, newWarmUps, newRounds, prepare, systems, plot);
  }

  /** The same with some of its systems only, in the order given. */
  Scenario only(List<String> names) {
    List<SystemUnderTest> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          systems.stream()
              .filter(system -> system.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "The scenario has no system '"
                              + name
                              + "'. It has "
                              + systems.stream().map(SystemUnderTest::name).toList()
                              + ".")));
    }
    return new Scenario(title, metric, parameters, warmUps, rounds, prepare, chosen, plot);
  }

  /** Every combination of the parameters' values. */
  List<Map<String, String>> combinations() {
    List<Map<String, String>> combinations = List.of(Map.of());
    for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String value : parameter.getValue()) {
          Map<String, String> next = new LinkedHashMap<>(combination);
          next.put(parameter.getKey(), value);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    return combinations;
  }
}
