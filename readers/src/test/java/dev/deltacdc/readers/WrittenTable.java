/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A table that an end-to-end test of the job has left, with the rows it must hold.
 *
 * @param rows the expected rows, one JSON object a line
 * @param columns Spark's SQL types by column, in order
 */
record WrittenTable(String name, Path table, Path rows, Map<String, String> columns) {
  private static final Path E2E =
      Path.of("..", "job", "target", "e2e").toAbsolutePath().normalize();

  /** All of them; fails when there are none, since then the end-to-end tests have not run. */
  static List<WrittenTable> all() throws IOException {
    if (!Files.isDirectory(E2E)) {
      throw new IllegalStateException(
          E2E + " is missing: run the job's end-to-end tests first, as 'mvn verify' does.");
    }
    try (Stream<Path> files = Files.walk(E2E)) {
      List<Path> descriptions =
          files
              .filter(file -> file.getFileName().toString().endsWith(".table.json"))
              .sorted()
              .toList();
      if (descriptions.isEmpty()) {
        throw new IllegalStateException(
            "No *.table.json under " + E2E + ": run the job's end-to-end tests first.");
      }
      return descriptions.stream().map(WrittenTable::read).toList();
    }
  }

  private static WrittenTable read(Path description) {
    try {
      JsonNode json = new JsonMapper().readTree(description.toFile());
      Map<String, String> columns = new LinkedHashMap<>();
      json.get("columns")
          .fields()
          .forEachRemaining(column -> columns.put(column.getKey(), column.getValue().asText()));
      Path folder = description.getParent();
      return new WrittenTable(
          E2E.relativize(folder) + "/" + json.get("table").asText(),
          folder.resolve(json.get("table").asText()),
          folder.resolve(json.get("rows").asText()),
          columns);
    } catch (IOException e) {
      throw new IllegalStateException(description.toString(), e);
    }
  }
}
