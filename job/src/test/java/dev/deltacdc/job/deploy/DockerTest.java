/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.deltacdc.job.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The image and the compose file are in step with the build. They are parsed only: whether they run
 * takes a Docker engine.
 */
class DockerTest {

  @Test
  void theImageHasTheBuildsFlinkAndJar() throws IOException {
    List<String> lines = DeployFolder.text("deploy/docker/Dockerfile").lines().toList();
    String flink = DeployFolder.version("flink.version");
    String version = DeployFolder.version("version");

    assertThat(lines)
        .contains("FROM flink:" + flink + "-java17")
        .contains("ENV ENABLE_BUILT_IN_PLUGINS=flink-s3-fs-hadoop-" + flink + ".jar")
        .anyMatch(line -> line.startsWith("COPY job/target/flink-delta-cdc-" + version + ".jar "));
    for (String line : lines) {
      if (line.startsWith("COPY ") && !line.contains("/target/")) {
        assertThat(DeployFolder.repository().resolve(line.split(" ", -1)[1])).exists();
      }
    }
  }

  @Test
  void theComposeFileStartsWhatIsThere() throws IOException {
    JsonNode compose = DeployFolder.yaml("deploy/docker/compose.yaml").get(0);
    JsonNode jobManager = compose.at("/services/jobmanager");

    assertThat(compose.at("/services/kafka/image").asText())
        .isEqualTo("apache/kafka:" + DeployFolder.version("kafka.version"));
    assertThat(
            DeployFolder.repository()
                .resolve("deploy/docker")
                .resolve(jobManager.at("/build/context").asText())
                .resolve(jobManager.at("/build/dockerfile").asText()))
        .exists();
    List<String> command = new ArrayList<>();
    jobManager.path("command").forEach(word -> command.add(word.asText()));
    assertThat(command)
        .startsWith("standalone-job", "--job-classname", Main.class.getName(), "run");
    String folder = jobManager.at("/volumes/0").asText();
    assertThat(folder).matches("\\$\\{PIPELINE:-(.*)}:/pipeline:ro");
    String example = folder.replaceAll(".*:-(.*)}.*", "$1");
    assertThat(
            Files.exists(
                DeployFolder.repository()
                    .resolve("deploy/docker")
                    .resolve(example)
                    .resolve("pipeline.sql")))
        .isTrue();
    compose
        .path("services")
        .forEach(
            service ->
                service
                    .path("ports")
                    .forEach(port -> assertThat(port.asText()).startsWith("127.0.0.1:")));
  }
}
