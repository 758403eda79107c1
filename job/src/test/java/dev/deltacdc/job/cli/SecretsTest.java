/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an option's {@code ${file:…}} stands for is never printed. */
class SecretsTest {

  private static final String SECRET = "s3cr3t-word";

  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    Files.writeString(folder.resolve("secret"), SECRET + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Nothing of this can run: the required options are missing.
        "'propertis.sasl.jaas.config' = '${file:secret}'",
        "'scan.startup.mode' = '${file:secret}'",
        "'scan.bounded.mode' = '${file:secret}'",
        "'scan.startup.specific-offsets' = '${file:secret}'",
        "'source.max-record-size' = '${file:secret}'",
        "'csv.field-delimiter' = '${file:secret}'",
        "'scan.max-events-per-second' = '${file:secret}'",
        "'topic-pattern' = '[${file:secret}'",
        "'properties.sasl.jaas.config' = '${file:secret}'"
      })
  void norAreWrongOptions(String option) throws Exception {
    Path file = write("'connector' = 'kafka', " + option);
    for (String command : new String[] {"validate", "graph", "run"}) {
      assertNothingShown(Cli.run(command, file.toString()));
    }
  }

  @Test
  void norAreOptionsOfOtherConnectors() throws Exception {
    assertNothingShown(Cli.run("validate", write("'connector' = '${file:secret}'").toString()));
    assertNothingShown(
        Cli.run(
            "validate",
            write("'connector' = 'datagen', 'rows-per-second' = '${file:secret}'").toString()));
    assertNothingShown(
        Cli.run(
            "validate", write("'connector' = 'datagen', 'extra' = '${file:secret}'").toString()));
  }

  @Test
  void norArePathsAndTopics() throws Exception {
    Cli graph =
        Cli.run(
            "graph",
            write(
                    "'connector' = 'kafka', 'topic' = '${file:secret}', 'format' = 'json',"
                        + " 'properties.bootstrap.servers' = '127.0.0.1:1'")
                .toString());
    assertNothingShown(graph);
    assertThat(graph.out()).as(graph.err()).contains("${file:secret}");
    assertNothingShown(
        Cli.run(
            "run",
            write(
                    "'connector' = 'filesystem', 'path' = '/${file:secret}/x', 'format' = 'csv',"
                        + " 'csv.header' = 'true'")
                .toString(),
            "--lake",
            folder.resolve("lake").toString()));
  }

  @Test
  void norAreSettings() throws Exception {
    Path file =
        Files.writeString(folder.resolve("settings.sql"), "SET 'on-invalid' = '${file:secret}';");
    assertNothingShown(Cli.run("validate", file.toString()));
    assertNothingShown(
        Cli.run("run", file.toString(), "--set", "parallelism.default=${file:secret}"));
  }

  private static void assertNothingShown(Cli result) {
    assertThat(result.out() + result.err()).isNotEmpty().doesNotContain(SECRET);
  }

  private Path write(String options) throws Exception {
    return Files.writeString(
        folder.resolve("pipeline.sql"),
        """
        CREATE TABLE feed (id INT, valor STRING, updated_at TIMESTAMP(3)) WITH (%s);
        CREATE STREAMING TABLE t;
        CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(feed) KEYS (id) SEQUENCE BY updated_at;
        """
            .formatted(options));
  }
}
