/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.E2eFolder;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Histories from a shuffled feed, with unaligned checkpoints, a lost TaskManager, and a savepoint
 * with another parallelism: the tables are those of the sorted feed, and every version on the way
 * is a valid history.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class HistoryITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  private static final int KEYS = 40;
  private static final int EVENTS = 1_500;
  private static final JsonMapper JSON = new JsonMapper();

  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, valor STRING, noise INT, op STRING, ts TIMESTAMP_LTZ(6), n INT)
        WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'json'%s);
      CREATE STREAMING TABLE latest;
      CREATE FLOW to_latest AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' IGNORE NULL UPDATES ON valor
        SEQUENCE BY STRUCT(ts, n) COLUMNS id, valor, noise;
      CREATE STREAMING TABLE history PARTITIONED BY (valor)
        FLOW AUTO CDC FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' IGNORE NULL UPDATES ON valor
        SEQUENCE BY STRUCT(ts, n) COLUMNS id, valor, noise
        STORED AS SCD TYPE 2 TRACK HISTORY ON valor;
      CREATE STREAMING TABLE everything
        FLOW AUTO CDC FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D'
        SEQUENCE BY n COLUMNS * EXCEPT (op) STORED AS SCD TYPE 2;
      """;

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void everyVersionIsAValidHistory(String backend, @InjectMiniCluster MiniCluster cluster)
      throws Exception {
    List<String> events = events(new Random(7));
    Files.write(Files.createDirectories(temp.resolve("sorted")).resolve("feed.json"), events);
    Path calm = temp.resolve("calm");
    PipelineJob.start(cluster, pipeline("sorted", ""), calm, 1, PipelineJob.configuration(temp))
        .awaitEnd();

    Collections.shuffle(events, new Random(8));
    Path feed = Files.createDirectories(temp.resolve("feed"));
    for (int file = 0; file < 6; file++) {
      Files.write(feed.resolve(file + ".json"), events.subList(file * 250, (file + 1) * 250));
    }
    Configuration configuration = PipelineJob.restarting(temp);
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    Path throttled =
        pipeline(
            "feed", ", 'scan.max-events-per-second' = '300', 'source.monitor-interval' = '100 ms'");
    E2eFolder stormy = E2eFolder.fresh("history/" + backend);
    PipelineJob job = PipelineJob.start(cluster, throttled, stormy.lake(), 2, configuration);
    job.awaitRead(Step.flow("history"), EVENTS / 4);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitRead(Step.flow("history"), EVENTS / 2);
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());
    job = PipelineJob.start(cluster, throttled, stormy.lake(), 3, configuration);
    job.awaitRead(Step.flow("history"), EVENTS);
    job.stop();

    for (String table : List.of("latest", "history", "everything")) {
      List<String> expected = TableContent.read(calm.resolve(table));
      assertThat(expected).as(table).hasSizeGreaterThan(KEYS / 2);
      assertThat(TableContent.read(stormy.table(table)))
          .as(table)
          .containsExactlyInAnyOrderElementsOf(expected);
      stormy.expect(table, TableContent.columns(stormy.table(table)), expected);
    }
    assertThat(openRows(stormy.table("history")))
        .containsExactlyInAnyOrderElementsOf(TableContent.read(stormy.table("latest")));
    for (String table : List.of("history", "everything")) {
      long versions = TableContent.newestVersion(stormy.table(table));
      // One at each savepoint; how many more there are depends on time.
      assertThat(versions).isGreaterThanOrEqualTo(2);
      for (long version = 1; version <= versions; version++) {
        requireValid(TableContent.read(stormy.table(table), version));
      }
    }
  }

  /** Rows of before would stay beside those that come again, and overlap them. */
  @Test
  void withoutStateAHistoryWithRowsIsFilledAnewOrLeftAlone(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Files.write(
        Files.createDirectories(temp.resolve("feed")).resolve("feed.json"), events(new Random(11)));
    Path lake = temp.resolve("lake");
    Configuration configuration = PipelineJob.restarting(temp);
    PipelineJob.start(cluster, pipeline("feed", ""), lake, 2, configuration).awaitEnd();
    long version = TableContent.newestVersion(lake.resolve("history"));
    assertThatThrownBy(
            () -> PipelineJob.start(cluster, pipeline("feed", ""), lake, 2, configuration))
        .hasMessageContaining("History table history has rows")
        .hasMessageContaining("--full-refresh history")
        .hasMessageContaining("'start.without-state' = 'replay'");
    assertThat(TableContent.newestVersion(lake.resolve("history"))).isEqualTo(version);

    String changed =
        "SET 'start.without-state' = 'replay';\n"
            + PIPELINE.formatted("feed", "").replace("TRACK HISTORY ON valor", "");
    Path file = Files.writeString(temp.resolve("changed.sql"), changed);
    Path fresh = temp.resolve("fresh");
    PipelineJob.start(cluster, file, fresh, 1, PipelineJob.configuration(temp)).awaitEnd();
    PipelineJob.start(cluster, file, lake, 2, configuration).awaitEnd();
    for (String table : List.of("latest", "history", "everything")) {
      assertThat(TableContent.read(lake.resolve(table)))
          .as(table)
          .containsExactlyInAnyOrderElementsOf(TableContent.read(fresh.resolve(table)));
    }
    long versions = TableContent.newestVersion(lake.resolve("history"));
    for (long at = version; at <= versions; at++) {
      requireValid(TableContent.read(lake.resolve("history"), at));
    }
  }

  /** The days are made of the events, whatever their table keeps of them. */
  @Test
  void aSnapshotOfAHistoryIsThatOfTheCurrentState(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    List<String> events = events(new Random(9));
    Collections.shuffle(events, new Random(10));
    runDays(cluster, events);

    List<String> expected = TableContent.read(temp.resolve("lake/latest_days"));
    assertThat(expected).anyMatch(row -> row.contains("2025-12-31"));
    assertThat(expected).anyMatch(row -> row.contains("2026-01-01"));
    assertThat(TableContent.read(temp.resolve("lake/history_days")))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Each snapshot has the rows of its own table (semantics: "tie, upsert and delete"). */
  @Test
  void aSnapshotDecidesTiesAsItsTable(@InjectMiniCluster MiniCluster cluster) throws Exception {
    String event =
        "{\"id\":%d,\"valor\":\"v\",\"op\":\"%s\",\"ts\":\"2026-01-01T12:00:00Z\",\"n\":%d}";
    runDays(
        cluster,
        List.of(
            event.formatted(1, "U", 5),
            event.formatted(1, "D", 5),
            event.formatted(2, "D", 5),
            event.formatted(2, "U", 5),
            event.formatted(3, "U", 5)));

    for (String table : List.of("latest", "latest_days")) {
      assertThat(TableContent.read(temp.resolve("lake").resolve(table))).as(table).hasSize(3);
    }
    for (String table : List.of("history", "history_days")) {
      assertThat(TableContent.read(temp.resolve("lake").resolve(table)))
          .as(table)
          .singleElement()
          .asString()
          .contains("\"id\":3");
    }
  }

  /** A current state and a history, each with its days. */
  private void runDays(MiniCluster cluster, List<String> events) throws Exception {
    Files.write(Files.createDirectories(temp.resolve("feed")).resolve("feed.json"), events);
    String flow = "FROM STREAM(feed) KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY n";
    String days =
        " EVERY DAY EVENT TIME ts TIME ZONE 'America/New_York' START DATE '2025-12-31';\n";
    Path file =
        Files.writeString(
            temp.resolve("days.sql"),
            PIPELINE.substring(0, PIPELINE.indexOf("CREATE STREAMING")).formatted("feed", "")
                + ("CREATE STREAMING TABLE latest FLOW AUTO CDC " + flow + ";\n")
                + ("CREATE STREAMING TABLE history FLOW AUTO CDC " + flow)
                + " STORED AS SCD TYPE 2;\n"
                + ("CREATE SNAPSHOT TABLE latest_days SNAPSHOT OF latest" + days)
                + ("CREATE SNAPSHOT TABLE history_days SNAPSHOT OF history" + days));
    PipelineJob.start(cluster, file, temp.resolve("lake"), 2, PipelineJob.configuration(temp))
        .awaitEnd();
  }

  /** One open row at most per key, no overlap, no zero width. */
  private static void requireValid(List<String> rows) throws Exception {
    Map<Integer, List<JsonNode>> byKey = new HashMap<>();
    for (String row : rows) {
      JsonNode json = JSON.readTree(row);
      byKey.computeIfAbsent(json.get("id").asInt(), id -> new ArrayList<>()).add(json);
    }
    for (List<JsonNode> history : byKey.values()) {
      history.sort(Comparator.comparing(row -> number(row.get("__START_AT"))));
      for (int i = 0; i < history.size(); i++) {
        JsonNode end = history.get(i).path("__END_AT");
        boolean open = end.isNull() || end.isMissingNode();
        int until = open ? Integer.MAX_VALUE : number(end);
        assertThat(number(history.get(i).get("__START_AT"))).isLessThan(until);
        if (i + 1 < history.size()) {
          assertThat(until).isLessThanOrEqualTo(number(history.get(i + 1).get("__START_AT")));
        }
      }
    }
  }

  /** The sequence, or that part of the STRUCT which rises with it. */
  private static int number(JsonNode sequence) {
    return sequence.isObject() ? sequence.get("n").asInt() : sequence.asInt();
  }

  private static List<String> openRows(Path table) throws Exception {
    List<String> open = new ArrayList<>();
    for (String row : TableContent.read(table)) {
      ObjectNode json = (ObjectNode) JSON.readTree(row);
      if (json.path("__END_AT").isNull() || json.path("__END_AT").isMissingNode()) {
        json.remove(List.of("__START_AT", "__END_AT"));
        open.add(JSON.writeValueAsString(json));
      }
    }
    return open;
  }

  private Path pipeline(String folder, String more) throws Exception {
    return Files.writeString(temp.resolve("history.sql"), PIPELINE.formatted(folder, more));
  }

  /** The number rises with the time, and some times are equal. */
  private static List<String> events(Random random) {
    List<String> events = new ArrayList<>();
    for (int n = 0; n < EVENTS; n++) {
      String valor = random.nextInt(4) == 0 ? "null" : "\"v" + random.nextInt(3) + "\"";
      events.add(
          "{\"id\": %d, \"valor\": %s, \"noise\": %d, \"op\": \"%s\", \"ts\": \"2026-01-01T%02d:%02d:00Z\", \"n\": %d}"
              .formatted(
                  random.nextInt(KEYS),
                  valor,
                  random.nextInt(100),
                  random.nextInt(10) == 0 ? "D" : "U",
                  n / 180,
                  n / 3 % 60,
                  n));
    }
    return events;
  }
}
