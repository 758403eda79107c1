/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioTest {

  @TempDir Path folder;

  @Test
  void everyScenarioOfTheProjectIsValidAndDescribed() throws IOException {
    Path scenarios = Path.of("../scenarios");
    List<String> names;
    try (Stream<Path> files = Files.list(scenarios)) {
      names =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith(".json"))
              .map(file -> file.replace(".json", ""))
              .toList();
    }
    assertThat(names).isNotEmpty();
    for (String name : names) {
      Scenario scenario = Scenario.read(scenarios, name);
      assertThat(scenario.title()).as(name).isNotBlank();
      assertThat(scenario.metric()).as(name).isNotBlank();
      assertThat(scenarios.resolve(name + ".md")).isNotEmptyFile();
    }
  }

  @Test
  void measuresAllCombinations() throws IOException {
    assertThat(read().combinations())
        .containsExactly(
            Map.of("rows", "1", "files", "4"),
            Map.of("rows", "1", "files", "8"),
            Map.of("rows", "2", "files", "4"),
            Map.of("rows", "2", "files", "8"));
  }

  @Test
  void parametersCanBeReplacedButNotAdded() throws IOException {
    assertThat(
            read().with(Map.of("files", List.of("3"), "rows", List.of("7")), 0, 1).combinations())
        .containsExactly(Map.of("rows", "7", "files", "3"));
    assertThatThrownBy(() -> read().with(Map.of("row", List.of("7")), 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no parameter 'row'")
        .hasMessageContaining("[rows, files]");
  }

  @Test
  void systemsCanBeChosen() throws IOException {
    assertThat(read().only(List.of("b", "a")).systems())
        .extracting(SystemUnderTest::name)
        .containsExactly("b", "a");
    assertThatThrownBy(() -> read().only(List.of("c")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[a, b]");
  }

  @Test
  void aSystemTakesPartUpToItsSize() throws IOException {
    SystemUnderTest system = read().systems().get(1);
    assertThat(system.takesPart(Map.of("rows", "1", "files", "4"))).isTrue();
    assertThat(system.takesPart(Map.of("rows", "2", "files", "4"))).isFalse();
  }

  private Scenario read() throws IOException {
    Files.writeString(
        folder.resolve("two.json"),
        """
        {"title": "two", "metric": "seconds", "rounds": 1,
         "parameters": {"rows": ["1", "2"], "files": ["4", "8"]},
         "systems": [{"name": "a", "module": "ours", "main": "A"},
                     {"name": "b", "command": ["b"], "most": {"rows": 1}}]}
        """);
    return Scenario.read(folder, "two");
  }
}
