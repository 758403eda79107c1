/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stopped with a savepoint, changed in every way that docs/state.md allows at once, and gone on
 * with: state is kept, nothing is lost or doubled.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ChangedPipelineITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  private static final String BEFORE =
      """
      SET 'snapshot.idle-timeout' = '1 s';
      CREATE TABLE feed (id INT, v STRING, op STRING, ts TIMESTAMP_LTZ(3)) WITH ('connector' =
        'filesystem', 'path' = 'feed', 'format' = 'json', 'source.monitor-interval' = '50 ms');
      CREATE TEMPORARY VIEW changes (CONSTRAINT known EXPECT (op IN ('U')) ON VIOLATION QUARANTINE)
        AS SELECT * FROM STREAM(feed);
      CREATE STREAMING TABLE latest;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(changes) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE days SNAPSHOT OF latest EVERY DAY EVENT TIME ts
        START DATE '2026-01-01' LATE EVENTS 3 DAYS;
      CREATE STREAMING TABLE facts AS SELECT id, v FROM STREAM(feed);
      """;

  /** One column, flow and table more, another expectation. */
  private static final String AFTER =
      BEFORE
              .replace("v STRING,", "v STRING, w INT,")
              .replace("IN ('U')", "IN ('U', 'D')")
              .replace("SELECT id, v FROM", "SELECT id, v, w FROM")
          + """
          CREATE FLOW again AS AUTO CDC INTO latest FROM STREAM(changes) KEYS (id)
            APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
          CREATE STREAMING TABLE times AS SELECT ts FROM STREAM(feed);
          """;

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void goesOnWithAllThatItKnew(String backend, @InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Path lake = temp.resolve("lake");
    Configuration configuration = PipelineJob.configuration(temp);
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    PipelineJob first = PipelineJob.start(cluster, pipeline(BEFORE), lake, 2, configuration);
    feed(
        event(1, "a", "U", 2),
        event(2, "b", "U", 2),
        event(3, "c", "U", 2),
        event(3, null, "D", 3));
    first.awaitRead(Step.source("feed"), 4);
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, first.stop());
    assertThat(rows(lake, "latest")).hasSize(3);

    PipelineJob second = PipelineJob.start(cluster, pipeline(AFTER), lake, 3, configuration);
    feed(
        wide(event(1, "older", "U", 1), 10),
        wide(event(2, "newer", "U", 4), 20),
        event(3, null, "D", 4),
        wide(event(4, "d", "U", 1), 40));
    // Four events that go on, eight that the new flow and table begin with.
    second.awaitRead(Step.source("feed"), 4 + 4 + 8);
    // A day after the change, with a row that only the state of before knows.
    String known = row(1, "a", null, 2).replace("}", ",\"snapshot_date\":\"2026-01-03\"}");
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              second.checkpoint();
              return rows(lake, "days").contains(known);
            });
    second.stop();

    assertThat(rows(lake, "latest"))
        .containsExactlyInAnyOrder(
            row(1, "a", null, 2), row(2, "newer", 20, 4), row(4, "d", 40, 1));
    assertThat(rows(lake, "facts"))
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"v\":\"a\",\"w\":null}",
            "{\"id\":2,\"v\":\"b\",\"w\":null}",
            "{\"id\":3,\"v\":\"c\",\"w\":null}",
            "{\"id\":3,\"v\":null,\"w\":null}",
            "{\"id\":1,\"v\":\"older\",\"w\":10}",
            "{\"id\":2,\"v\":\"newer\",\"w\":20}",
            "{\"id\":3,\"v\":null,\"w\":null}",
            "{\"id\":4,\"v\":\"d\",\"w\":40}");
    assertThat(rows(lake, "times")).hasSize(8);
    assertThat(rows(lake, "changed_quarantine"))
        .as("what the first expectation refused, once")
        .singleElement()
        .asString()
        .contains("feed/1.json:4");
  }

  private Path pipeline(String sql) throws Exception {
    Files.createDirectories(temp.resolve("feed"));
    return Files.writeString(temp.resolve("changed.sql"), sql);
  }

  private int files;

  private void feed(String... lines) throws Exception {
    Path hidden = Files.write(temp.resolve("next"), List.of(lines));
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Files.move(hidden, feed.resolve(++files + ".json"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static String event(int id, String v, String op, int day) {
    return "{\"id\": %d, \"v\": %s, \"op\": \"%s\", \"ts\": \"2026-01-%02d 12:00:00Z\"}"
        .formatted(id, v == null ? null : '"' + v + '"', op, day);
  }

  private static String wide(String event, int w) {
    return event.replace("}", ", \"w\": " + w + "}");
  }

  private static String row(int id, String v, Integer w, int day) {
    return "{\"id\":%d,\"v\":\"%s\",\"w\":%s,\"ts\":\"2026-01-%02dT12:00:00Z\"}"
        .formatted(id, v, w, day);
  }

  private static List<String> rows(Path lake, String table) {
    return TableContent.read(lake.resolve(table));
  }
}
