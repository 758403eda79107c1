/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The page of all results: {@code scenarios/introduction.md} as its introduction, then for each
 * scenario with results its title, what {@code scenarios/NAME.md} says about it, tables, picture,
 * and where and when it was measured.
 */
final class Report {

  private final Path scenarios;
  private final Results results;
  private final Path docs;

  Report(Path bench, Path docs) {
    this.scenarios = bench.resolve("scenarios");
    this.results = new Results(bench.resolve("results"));
    this.docs = docs;
  }

  void write() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(scenarios.resolve("introduction.md")));
    for (String name : names()) {
      Collection<Measurement> measurements = results.newest(name);
      if (!measurements.isEmpty()) {
        lines.addAll(section(name, Scenario.read(scenarios, name), measurements));
      }
    }
    Files.write(docs.resolve("benchmarks.md"), lines);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(scenarios)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".json"))
          .map(file -> file.substring(0, file.length() - ".json".length()))
          .sorted()
          .toList();
    }
  }

  private List<String> section(String name, Scenario scenario, Collection<Measurement> measurements)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("## " + scenario.title());
    lines.add("");
    lines.addAll(Files.readAllLines(scenarios.resolve(name + ".md")));
    lines.add("");
    lines.addAll(Tables.compared(scenario, measurements));
    lines.add("");
    if (scenario.plot() != null) {
      Path folder = Files.createDirectories(docs.resolve("benchmarks"));
      Plots.write(scenario, measurements, folder.resolve(name + ".svg"));
      lines.add("![" + scenario.title() + "](benchmarks/" + name + ".svg)");
      lines.add("");
    }
    lines.addAll(Tables.others(scenario, measurements));
    lines.add("");
    notes(measurements).forEach(note -> lines.add("- " + note));
    lines.add("");
    lines.addAll(runs(measurements));
    return lines;
  }

  private static Set<String> notes(Collection<Measurement> measurements) {
    Set<String> notes = new TreeSet<>();
    for (Measurement measurement : measurements) {
      if (!measurement.note().isEmpty()) {
        notes.add(measurement.system() + ": " + measurement.note());
      }
    }
    return notes;
  }

  private static Set<String> runs(Collection<Measurement> measurements) {
    Set<String> runs = new TreeSet<>();
    for (Measurement measurement : measurements) {
      Machine machine = measurement.run().machine();
      runs.add(
          "Run of "
              + measurement.run().start()
              + ", commit "
              + measurement.run().commit()
              + ": "
              + machine.processor()
              + ", "
              + machine.cores()
              + " cores, "
              + machine.memoryGb()
              + " GB, "
              + machine.system()
              + ", "
              + machine.java()
              + ".");
    }
    return runs;
  }
}
