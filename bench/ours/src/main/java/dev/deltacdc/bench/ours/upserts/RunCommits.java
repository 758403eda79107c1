/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.deltacdc.bench.common.upserts.CommitCurve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The commits of a run and the events in them, as the record in the lake tells. */
final class RunCommits {

  private static final JsonMapper JSON = new JsonMapper();

  private final TreeMap<Long, Long> readByEpoch = new TreeMap<>();
  private final TreeMap<Long, Instant> commitsByLastEpoch = new TreeMap<>();

  private RunCommits() {}

  static CommitCurve of(Path lake) throws IOException {
    RunCommits commits = new RunCommits();
    try (Stream<Path> files = Files.walk(lake.resolve("_deltacdc/runs"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
        for (String line : Files.readAllLines(file)) {
          commits.take(JSON.readTree(line));
        }
      }
    }
    return commits.curve();
  }

  private void take(JsonNode line) {
    switch (line.path("event").asText()) {
      case "source_read" ->
          readByEpoch.merge(line.get("epoch").asLong(), line.get("records").asLong(), Long::sum);
      case "table_committed" -> {
        if (line.get("table").asText().equals("products")) {
          commitsByLastEpoch.put(
              line.get("lastEpoch").asLong(), Instant.parse(line.get("time").asText()));
        }
      }
      default -> {
        // Start and end of the run.
      }
    }
  }

  /** An epoch that changed no row has no commit; its events are done with the next, or the last. */
  private CommitCurve curve() {
    CommitCurve curve = new CommitCurve();
    long after = 0;
    Iterator<Map.Entry<Long, Instant>> commits = commitsByLastEpoch.entrySet().iterator();
    while (commits.hasNext()) {
      Map.Entry<Long, Instant> commit = commits.next();
      long until = commits.hasNext() ? commit.getKey() : Long.MAX_VALUE;
      long events =
          readByEpoch.subMap(after, false, until, true).values().stream()
              .mapToLong(Long::longValue)
              .sum();
      curve.add(commit.getValue().toEpochMilli(), events);
      after = until;
    }
    return curve;
  }
}
