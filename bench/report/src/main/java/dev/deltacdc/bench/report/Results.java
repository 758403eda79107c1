/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of measurements: one per scenario, a JSON object a line, the newest run last. */
final class Results {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path folder;

  Results(Path folder) {
    this.folder = folder;
  }

  void append(String scenario, List<Measurement> measurements) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Measurement measurement : measurements) {
      lines.add(JSON.writeValueAsString(measurement));
    }
    Files.createDirectories(folder);
    Files.write(file(scenario), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Of each system, combination and metric what the newest run gave. */
  Collection<Measurement> newest(String scenario) throws IOException {
    Map<Measurement.Key, Measurement> newest = new LinkedHashMap<>();
    if (Files.exists(file(scenario))) {
      for (String line : Files.readAllLines(file(scenario))) {
        Measurement measurement = JSON.readValue(line, Measurement.class);
        newest.put(measurement.key(), measurement);
      }
    }
    return newest.values();
  }

  private Path file(String scenario) {
    return folder.resolve(scenario + ".jsonl");
  }
}
