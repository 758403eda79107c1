/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tables of measurements in Markdown. */
final class Tables {

  private Tables() {}

  /**
   * The scenario's metric: a row per combination and system, with the ratio to the first system.
   */
  static List<String> compared(Scenario scenario, Collection<Measurement> measurements) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| | system | " + scenario.metric() + ": median (least–most) | to the first | rounds |");
    lines.add("|---|---|---|---|---|");
    Map<String, List<Measurement>> groups = new LinkedHashMap<>();
    for (Measurement measurement : measurements) {
      if (measurement.metric().equals(scenario.metric())) {
        groups
            .computeIfAbsent(text(measurement.parameters()), p -> new ArrayList<>())
            .add(measurement);
      }
    }
    groups.forEach(
        (parameters, group) -> {
          Measurement first = inOrder(scenario, group).get(0);
          String shown = parameters;
          for (Measurement measurement : inOrder(scenario, group)) {
            lines.add(
                "| "
                    + String.join(
                        " | ",
                        shown,
                        measurement.system(),
                        Figures.spread(measurement),
                        Figures.ratio(measurement.median(), first.median()),
                        String.valueOf(measurement.values().size()))
                    + " |");
            shown = "";
          }
        });
    return lines;
  }

  /** All other metrics: a row per combination and system. */
  static List<String> others(Scenario scenario, Collection<Measurement> measurements) {
    Map<String, String> rows = new LinkedHashMap<>();
    for (Measurement measurement : measurements) {
      if (!measurement.metric().equals(scenario.metric())) {
        rows.merge(
            text(measurement.parameters()) + " | " + measurement.system(),
            measurement.metric() + " " + Figures.spread(measurement),
            (some, more) -> some + ", " + more);
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(List.of("| | system | also measured |", "|---|---|---|"));
    rows.forEach((row, values) -> lines.add("| " + row + " | " + values + " |"));
    return lines;
  }

  private static List<Measurement> inOrder(Scenario scenario, List<Measurement> group) {
    return scenario.systems().stream()
        .map(
            system ->
                group.stream()
                    .filter(measurement -> measurement.system().equals(system.name()))
                    .findFirst()
                    .orElse(null))
        .filter(Objects::nonNull)
        .toList();
  }

  /** Parameters in one line, whole numbers grouped. */
  static String text(Map<String, String> parameters) {
    return new TreeMap<>(parameters)
        .entrySet().stream()
            .map(entry -> entry.getKey() + " " + value(entry.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String value(String text) {
    return text.matches("\\d{1,15}") ? Figures.number(Double.parseDouble(text)) : text;
  }
}
