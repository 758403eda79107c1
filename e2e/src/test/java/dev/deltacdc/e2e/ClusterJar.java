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

/** The jar that is submitted, as the build has made it. */
final class ClusterJar {

  private ClusterJar() {}

  static Path path() throws IOException {
    Path target = Path.of("..", "job", "target").toAbsolutePath().normalize();
    try (Stream<Path> files = Files.list(target)) {
      List<Path> jars =
          files
              .filter(file -> file.getFileName().toString().matches("flink-delta-cdc-.*\\.jar"))
              .toList();
      assertThat(jars).as("the cluster jar in " + target).hasSize(1);
      return jars.get(0);
    }
  }
}
