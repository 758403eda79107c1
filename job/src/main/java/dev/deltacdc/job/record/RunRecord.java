/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.annotation.Nullable;

/** The record of one run as it was read; what came twice is there once. */
public final class RunRecord {

  private static final JsonMapper JSON = new JsonMapper();

  private final String run;
  private final Map<String, JsonNode> commits = new TreeMap<>();
  private final Map<String, TreeMap<Long, JsonNode>> reads = new TreeMap<>();
  private @Nullable JsonNode started;
  private @Nullable JsonNode ended;

  private RunRecord(String run) {
    this.run = run;
  }

  /** Reads a record. A line that was not written to its end, or that is not ours, is left out. */
  public static RunRecord read(RunFolders folders, RunFolder folder) throws IOException {
    RunRecord record = new RunRecord(folder.run());
    folders.read(folder, record::take);
    return record;
  }

  private void take(String line) {
    try {
      JsonNode event = JSON.readTree(line);
      switch (event.path("event").asText()) {
        case RunEvents.STARTED -> started = event;
        case RunEvents.READ ->
            reads
                .computeIfAbsent(event.path("reader").asText(), reader -> new TreeMap<>())
                .put(event.path("epoch").asLong(), event);
        case RunEvents.COMMITTED ->
            commits.merge(
                event.path("table").asText() + "/" + event.path("version").asLong(),
                event,
                (one, other) -> one.path("recovered").asBoolean() ? other : one);
        case RunEvents.ENDED -> ended = event;
        default -> {
          // of a later version
        }
      }
    } catch (JsonProcessingException e) {
      // cut off
    }
  }

  /** The run's name. */
  public String run() {
    return run;
  }

  /** When it started, if that was recorded. */
  public Optional<Instant> startedAt() {
    return Optional.ofNullable(started).map(event -> Instant.parse(event.path("time").asText()));
  }

  /** {@code declared}, {@code triggered} or {@code continuous}; empty if that is not known. */
  public String mode() {
    return started == null ? "" : started.path("mode").asText("");
  }

  /** How it ended; {@code running} when it has not, or died before it could tell. */
  public String state() {
    return ended == null ? "running" : ended.path("state").asText();
  }

  /** Why it failed, if it did. */
  public Optional<String> error() {
    return Optional.ofNullable(ended)
        .map(event -> event.path("error").asText(""))
        .filter(error -> !error.isEmpty());
  }

  /** How long it took, if it has ended. */
  public Optional<Duration> took() {
    return Optional.ofNullable(ended)
        .map(event -> Duration.ofMillis(event.path("millis").asLong()));
  }

  /**
   * What a step had counted at the end; empty when that is not known. A triggered run counts what
   * it does itself, others since their state began.
   */
  public Map<String, Long> counts(String kind, String name) {
    Map<String, Long> counts = new LinkedHashMap<>();
    if (ended != null) {
      for (JsonNode step : ended.path("steps")) {
        if (step.path("kind").asText().equals(kind) && step.path("name").asText().equals(name)) {
          step.path("counts")
              .properties()
              .forEach(count -> counts.put(count.getKey(), count.getValue().asLong()));
        }
      }
    }
    return counts;
  }

  /** Records that this run read from a source. */
  public long recordsRead(String source) {
    return reads.values().stream()
        .flatMap(epochs -> epochs.values().stream())
        .filter(read -> read.path("source").asText().equals(source))
        .mapToLong(read -> read.path("records").asLong())
        .sum();
  }

  /** The commits, by table and version; not those that the run before made and this one found. */
  public List<RecordedCommit> commits() {
    long before = started == null ? 0 : started.path("fromCheckpoint").asLong();
    return commits.values().stream()
        .map(this::commit)
        .filter(commit -> commit.checkpoint() > before)
        .sorted(RecordedCommit.ORDER)
        .toList();
  }

  private RecordedCommit commit(JsonNode event) {
    long first = event.path("firstEpoch").asLong();
    long last = event.path("lastEpoch").asLong();
    List<JsonNode> sources = new ArrayList<>();
    boolean write = event.path("kind").asText().equals("write");
    for (String reader : write ? readers(event.path("table").asText()) : List.<String>of()) {
      Collection<JsonNode> read =
          reads.getOrDefault(reader, new TreeMap<>()).subMap(first, true, last, true).values();
      sources.addAll(read);
    }
    return RecordedCommit.of(event, sources);
  }

  private List<String> readers(String table) {
    List<String> readers = new ArrayList<>();
    if (started != null) {
      started.path("readers").path(table).forEach(reader -> readers.add(reader.asText()));
    }
    return readers;
  }
}
