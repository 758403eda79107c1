/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jars that users get, as the build has made them. */
final class BuiltJar {

  private BuiltJar() {}

  /** The one that is submitted to a cluster. */
  static Path ofPipelines() throws IOException {
    return find("job", "flink-delta-cdc-.*\\.jar");
  }

  /** The one for Flink's SQL client. */
  static Path ofConnector() throws IOException {
    return find("connector", "flink-sql-connector-delta-.*\\.jar");
  }

  private static Path find(String module, String name) throws IOException {
    Path target = Path.of("..", module, "target").toAbsolutePath().normalize();
    try (Stream<Path> files = Files.list(target)) {
      List<Path> jars = files.filter(file -> file.getFileName().toString().matches(name)).toList();
      assertThat(jars).as("the jar in " + target).hasSize(1);
      return jars.get(0);
    }
  }
}
