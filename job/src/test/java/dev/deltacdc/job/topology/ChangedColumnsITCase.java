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
import javax.annotation.Nullable;
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
 * Stopped with a savepoint and gone on with other columns: w is gone, x is new, n is wider. Tables
 * of all kinds keep what they and the state know (semantics: "added source column").
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ChangedColumnsITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final String BEFORE =
      """
      SET 'snapshot.idle-timeout' = '1 s';
      CREATE TABLE feed (id INT, v STRING, w INT, n INT, ts TIMESTAMP_LTZ(3)) WITH ('connector' =
        'filesystem', 'path' = 'feed', 'format' = 'json', 'source.monitor-interval' = '50 ms');
      CREATE STREAMING TABLE latest;
      CREATE FLOW one AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY ts;
      CREATE STREAMING TABLE known;
      CREATE FLOW two AS AUTO CDC INTO known FROM STREAM(feed) KEYS (id) IGNORE NULL UPDATES
        SEQUENCE BY ts;
      CREATE STREAMING TABLE history;
      CREATE FLOW three AS AUTO CDC INTO history FROM STREAM(feed) KEYS (id) SEQUENCE BY ts
        STORED AS SCD TYPE 2;
      CREATE SNAPSHOT TABLE days SNAPSHOT OF latest EVERY DAY EVENT TIME ts
        START DATE '2026-01-01' LATE EVENTS 3 DAYS;
      CREATE SNAPSHOT TABLE changes SNAPSHOT OF latest EVERY DAY EVENT TIME ts
        START DATE '2026-01-01' ROWS CHANGED LATE EVENTS 3 DAYS;
      CREATE STREAMING TABLE facts AS SELECT id, v, w, n FROM STREAM(feed);
      CREATE STREAMING TABLE audit AS SELECT id, v, n, ts, _change_type AS how FROM STREAM(latest);
      """;

  private static final String AFTER =
      BEFORE
          .replace("w INT, n INT", "n BIGINT, x INT")
          .replace("v, w, n FROM", "v, n, x FROM")
          .replaceAll(
              "CREATE STREAMING TABLE (\\w+)",
              "CREATE STREAMING TABLE $1 TBLPROPERTIES ('delta.enableTypeWidening' = 'true')");

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void goesOnWithAllThatItKnew(String backend, @InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Path lake = temp.resolve("lake");
    Configuration configuration = PipelineJob.configuration(temp);
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    PipelineJob first = PipelineJob.start(cluster, pipeline(BEFORE), lake, 2, configuration);
    feed(event(1, "a", 2, "\"w\": 10, \"n\": 1"), event(2, "b", 2, "\"w\": 20, \"n\": 2"));
    first.awaitRead(Step.source("feed"), 2);
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, first.stop());

    PipelineJob second = PipelineJob.start(cluster, pipeline(AFTER), lake, 2, configuration);
    // The source has a field of the column that is gone, and one that nobody ever declared.
    feed(
        event(1, "older", 1, "\"n\": 3"),
        event(2, "new", 4, "\"n\": 5000000000, \"x\": 7, \"w\": 99, \"y\": {\"z\": 1}"));
    second.awaitRead(Step.source("feed"), 4);
    String known = row(2, "b", 20, "2", null, 2).replace("}", ",\"snapshot_date\":\"2026-01-03\"}");
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
            row(1, "a", 10, "1", null, 2), row(2, "new", null, "5000000000", 7, 4));
    assertThat(rows(lake, "known"))
        .as("NULL keeps what is known, also where no event can set it")
        .containsExactlyInAnyOrder(
            row(1, "a", 10, "1", null, 2), row(2, "new", 20, "5000000000", 7, 4));
    assertThat(rows(lake, "history"))
        .containsExactlyInAnyOrder(
            interval(row(1, "older", null, "3", null, 1), 1, 2),
            interval(row(1, "a", 10, "1", null, 2), 2, null),
            interval(row(2, "b", 20, "2", null, 2), 2, 4),
            interval(row(2, "new", null, "5000000000", 7, 4), 4, null));
    assertThat(rows(lake, "changes"))
        .contains(
            row(1, "older", null, "3", null, 1)
                .replace("}", ",\"snapshot_date\":\"2026-01-01\",\"deleted\":false}"),
            row(1, "a", 10, "1", null, 2)
                .replace("}", ",\"snapshot_date\":\"2026-01-02\",\"deleted\":false}"));
    assertThat(rows(lake, "facts"))
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"v\":\"a\",\"w\":10,\"n\":1,\"x\":null}",
            "{\"id\":2,\"v\":\"b\",\"w\":20,\"n\":2,\"x\":null}",
            "{\"id\":1,\"v\":\"older\",\"w\":null,\"n\":3,\"x\":null}",
            "{\"id\":2,\"v\":\"new\",\"w\":null,\"n\":5000000000,\"x\":7}");
    assertThat(rows(lake, "audit"))
        .as("the columns of the changes, although the table has another one between them")
        .containsExactlyInAnyOrder(
            change(1, "a", "1", 2, "insert"),
            change(2, "b", "2", 2, "insert"),
            change(2, "new", "5000000000", 4, "update_postimage"));
    assertThat(rows(lake, "changed_quarantine")).isEmpty();
  }

  private static String change(int id, String v, String n, int day, String how) {
    return "{\"id\":%d,\"v\":\"%s\",\"n\":%s,\"ts\":\"%s\",\"how\":\"%s\"}"
        .formatted(id, v, n, time(day), how);
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

  private static String event(int id, String v, int day, String fields) {
    return "{\"id\": %d, \"v\": \"%s\", %s, \"ts\": \"%s\"}".formatted(id, v, fields, time(day));
  }

  private static String row(
      int id, String v, @Nullable Integer w, String n, @Nullable Integer x, int day) {
    return "{\"id\":%d,\"v\":\"%s\",\"w\":%s,\"n\":%s,\"x\":%s,\"ts\":\"%s\"}"
        .formatted(id, v, w, n, x, time(day));
  }

  private static String interval(String row, int from, @Nullable Integer to) {
    String end = to == null ? "null" : '"' + time(to) + '"';
    return row.replace("}", ",\"__START_AT\":\"%s\",\"__END_AT\":%s}".formatted(time(from), end));
  }

  private static String time(int day) {
    return "2026-01-%02dT12:00:00Z".formatted(day);
  }

  private static List<String> rows(Path lake, String table) {
    return TableContent.read(lake.resolve(table));
  }
}
