/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTest {

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path temp;

  private RunFolder folder() {
    return new RunFolder(temp.resolve("run").toString(), Map.of());
  }

  private static List<ObjectNode> line(int number) {
    return List.of(JSON.createObjectNode().put("n", number).put("text", "x".repeat(2_000)));
  }

  private List<String> files(String writer) throws IOException {
    try (Stream<Path> files = Files.list(temp.resolve("run"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(writer + "-\\d+-\\d+\\.jsonl"))
          .sorted()
          .toList();
    }
  }

  @Test
  void ofAllAttemptsOfAWriterTheNewestFilesStay() throws IOException {
    Files.createDirectories(temp.resolve("run"));
    for (int attempt = 0; attempt < 100; attempt++) {
      Files.writeString(temp.resolve("run/table-%013d-00000.jsonl".formatted(attempt)), "{}\n");
      Files.writeString(temp.resolve("run/table-b-%013d-00000.jsonl".formatted(attempt)), "{}\n");
    }
    folder().file("table").add(line(1));
    assertThat(files("table")).hasSize(64).doesNotContain("table-0000000000036-00000.jsonl");
    assertThat(files("table")).contains("table-0000000000037-00000.jsonl");
    assertThat(files("table-b")).hasSize(100);
  }

  @Test
  void linesThatCannotBeWrittenComeWithTheNextOnesAlsoBehindAFullFile() throws IOException {
    Path inTheWay = Files.writeString(temp.resolve("run"), "no folder");
    RunFile file = folder().file("client");
    int lines = 200; // more than a file's bytes
    for (int line = 0; line < lines; line++) {
      file.add(line(line));
      if (line == lines - 2) {
        Files.delete(inTheWay);
      }
    }
    List<String> read = new ArrayList<>();
    for (String name : files("client")) {
      read.addAll(Files.readAllLines(temp.resolve("run").resolve(name)));
    }
    assertThat(read).hasSize(lines);
    assertThat(read.get(0)).startsWith("{\"n\":0,");
    assertThat(read.get(lines - 1)).startsWith("{\"n\":" + (lines - 1) + ",");
  }
}
