/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final Machine MACHINE = new Machine("a processor", 2, 24, "Linux", "a JVM");

  @TempDir Path folder;

  private Results results;

  @BeforeEach
  void scenario() throws IOException {
    Path scenarios = Files.createDirectories(folder.resolve("bench/scenarios"));
    Files.createDirectories(folder.resolve("docs"));
    Files.writeString(scenarios.resolve("introduction.md"), "# Benchmarks\n");
    Files.writeString(scenarios.resolve("sizes.md"), "What is measured.\n");
    Files.writeString(
        scenarios.resolve("sizes.json"),
        """
        {"title": "Sizes", "metric": "seconds", "rounds": 3, "parameters": {"rows": ["1000", "2000"]},
         "systems": [{"name": "ours", "module": "ours", "main": "A"},
                     {"name": "rival", "module": "spark", "main": "B"}],
         "plot": {"x": "rows", "xTitle": "rows", "yTitle": "seconds", "logarithmic": true}}
        """);
    results = new Results(folder.resolve("bench/results"));
  }

  @Test
  void comparesTheMediansOfTheNewestRun() throws IOException {
    results.append("sizes", List.of(measurement("ours", "1000", "old", "seconds", 9.0)));
    results.append(
        "sizes",
        List.of(
            measurement("ours", "1000", "new", "seconds", 0.5, 0.1, 0.25),
            measurement("rival", "1000", "new", "seconds", 3.0, 2.5, 2.0),
            measurement("ours", "1000", "new", "commits", 3.0)));
    assertThat(written())
        .contains("## Sizes", "What is measured.")
        .contains("| rows 1,000 | ours | 0.250 (0.100–0.500) | 1 × | 3 |")
        .contains("|  | rival | 2.50 (2–3) | 10 × | 3 |")
        .contains("| rows 1,000 | ours | commits 3 |")
        .contains("- rival: a note")
        .contains("commit abc")
        .contains("2 cores, 24 GB")
        .doesNotContain("Run of old");
  }

  @Test
  void drawsALineForEachSystem() throws IOException {
    results.append(
        "sizes",
        List.of(
            measurement("ours", "1000", "run", "seconds", 0.1),
            measurement("ours", "2000", "run", "seconds", 0.1),
            measurement("rival", "1000", "run", "seconds", 1.0),
            measurement("rival", "2000", "run", "seconds", 2.0)));
    assertThat(written()).contains("![Sizes](benchmarks/sizes.svg)");
    assertThat(folder.resolve("docs/benchmarks/sizes.svg")).content().contains("<svg");
  }

  @Test
  void leavesOutWhatWasNotMeasured() throws IOException {
    assertThat(written()).isEqualTo("# Benchmarks\n");
  }

  private String written() throws IOException {
    new Report(folder.resolve("bench"), folder.resolve("docs")).write();
    return Files.readString(folder.resolve("docs/benchmarks.md"));
  }

  private static Measurement measurement(
      String system, String rows, String start, String metric, Double... values) {
    String note = system.equals("rival") ? "a note" : "";
    return new Measurement(
        "sizes",
        system,
        Map.of("rows", rows),
        metric,
        List.of(values),
        note,
        new Measurement.Run(start, "abc", MACHINE, List.of()));
  }
}
