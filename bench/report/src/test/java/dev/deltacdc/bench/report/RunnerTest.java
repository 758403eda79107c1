/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {

  @TempDir Path folder;

  @Test
  void measuresEverySystemInItsOwnProcess() throws Exception {
    List<Measurement> measurements = runner("10", "20").measure(Map.of("rows", "5"));
    assertThat(values(measurements, "first", "count")).containsExactly(12.0, 13.0, 14.0);
    assertThat(values(measurements, "first", "end")).containsExactly(15.0);
    assertThat(values(measurements, "second", "count")).containsExactly(22.0, 23.0, 24.0);
    assertThat(values(measurements, "second", "peakMemoryMb")).hasSize(1);
    assertThat(measurements)
        .allSatisfy(
            measurement -> assertThat(measurement.parameters()).isEqualTo(Map.of("rows", "5")));
    assertThat(folder.resolve("logs/test-first-dev.deltacdc.bench.report.CountingTrial.log"))
        .content()
        .contains("goes to the log");
  }

  @Test
  void aSystemThatFailsIsNamedWithItsLog() {
    assertThatThrownBy(() -> runner("ten", "20").measure(Map.of("rows", "5")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("first ended with status 1")
        .hasMessageContaining("test-first-dev.deltacdc.bench.report.CountingTrial.log");
  }

  private Runner runner(String first, String second) throws Exception {
    Path bench = Files.createDirectories(folder.resolve("bench"));
    Scenario scenario =
        new Scenario(
            "test",
            "count",
            Map.of("rows", List.of("5")),
            2,
            3,
            List.of(),
            List.of(system("first", first), system("second", second)),
            null);
    return new Runner(
        bench, folder, "test", scenario, "2026-01-01T00:00:00Z", "abc", Machine.current());
  }

  private static SystemUnderTest system(String name, String from) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            CountingTrial.class.getName());
    return new SystemUnderTest(name, null, null, command, null, Map.of("from", from), null, null);
  }

  private static List<Double> values(List<Measurement> all, String system, String metric) {
    return all.stream()
        .filter(m -> m.system().equals(system) && m.metric().equals(metric))
        .findFirst()
        .orElseThrow()
        .values();
  }
}
