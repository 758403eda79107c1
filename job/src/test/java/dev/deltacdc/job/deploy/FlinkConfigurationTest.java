/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.deltacdc.job.pipeline.PipelineParser;
import dev.deltacdc.job.resolve.Settings;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The recommended configuration has only keys that Flink knows, and values that it can read. */
class FlinkConfigurationTest {

  @Test
  void isValid() throws IOException {
    Map<String, String> recommended = recommended();
    String sets =
        recommended.entrySet().stream()
            .filter(entry -> !entry.getKey().startsWith("metrics.reporter."))
            .map(entry -> "SET '" + entry.getKey() + "' = '" + entry.getValue() + "';")
            .collect(Collectors.joining("\n"));

    assertThat(
            Settings.read(PipelineParser.parse("config.yaml", sets).pipeline(), "p", Map.of())
                .diagnostics())
        .isEmpty();
  }

  @Test
  void opensWhatTheBuildOpensForTests() throws IOException {
    assertThat(recommended())
        .containsEntry("env.java.opts.all", DeployFolder.version("flink.jvm.opens"));
  }

  @Test
  void everyLineIsExplained() throws IOException {
    String before = "";
    for (String line : DeployFolder.text("deploy/flink/config.yaml").lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        assertThat(before).as("what stands before " + line).isNotBlank();
      }
      before = line;
    }
  }

  static Map<String, String> recommended() throws IOException {
    JsonNode config = DeployFolder.yaml("deploy/flink/config.yaml").get(0);
    return DeployFolder.flat(config);
  }
}
