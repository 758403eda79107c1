/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka, a JobManager with ZooKeeper, two TaskManagers, the cluster jar: while a feed runs, each of
 * them is killed with SIGKILL, the job is stopped with a savepoint and goes on with another
 * parallelism, with a new copy of the jar, and with a pipeline that has one table more. At the end
 * the tables are those of the model, row by row.
 *
 * <p>The long form, with a million events and 20 kills:
 *
 * <pre>mvn -Dquick verify -pl e2e -am -Ddeltacdc.e2e.events=1000000 -Ddeltacdc.e2e.kills=20</pre>
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KillsITCase {

  private static final int EVENTS = Integer.getInteger("deltacdc.e2e.events");
  private static final int KILLS = Integer.getInteger("deltacdc.e2e.kills");
  private static final long SEED = Long.getLong("deltacdc.e2e.seed");
  private static final int PARTITIONS = 3;
  private static final int KEYS = 20_000;

  private static final String PIPELINE =
      """
      SET 'execution.checkpointing.interval' = '2 s';
      CREATE TABLE events (id INT, seq BIGINT, op STRING, v STRING) WITH (
        'connector' = 'kafka', 'topic' = 'events', 'format' = 'json',
        'properties.bootstrap.servers' = '%s');
      CREATE STREAMING TABLE latest;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(events) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS id, seq, v;
      CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(events);
      """;
  private static final String ONE_TABLE_MORE =
      "CREATE STREAMING TABLE added AS SELECT id, seq FROM STREAM(events);\n";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path temp;

  private final Random random = new Random(SEED);

  @Test
  void theTablesAreThoseOfTheModel() throws Exception {
    Path lake = temp.resolve("lake");
    Tables tables = new Tables(lake);
    try (KafkaBroker kafka = new KafkaBroker(temp.resolve("kafka"));
        FlinkCluster flink = FlinkCluster.toBeKilled(temp.resolve("flink"))) {
      kafka.createTopic("events", PARTITIONS);
      try (Feed feed = new Feed(kafka.address(), "events", PARTITIONS, KEYS, SEED)) {
        Path pipeline =
            Files.writeString(temp.resolve("p.sql"), PIPELINE.formatted(kafka.address()));
        Path jar = BuiltJar.ofPipelines();
        flink.submit(jar, pipeline, lake, 2, "");

        for (int kill = 0; kill < KILLS; kill++) {
          int events = EVENTS / KILLS;
          CompletableFuture<Void> sending =
              CompletableFuture.runAsync(
                  () -> {
                    try {
                      feed.send(events);
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  });
          String what = disturb(kill, flink, kafka, jar, pipeline, lake);
          long start = System.nanoTime();
          flink.awaitCheckpoint();
          sending.get(10, TimeUnit.MINUTES);
          System.out.printf(
              "%2d %-50s a checkpoint %.1f s later%n",
              kill + 1, what, (System.nanoTime() - start) / 1e9);
        }

        awaitRows(tables, "facts", feed.facts().size());
        awaitRows(tables, "added", feed.facts().size());
        flink.stop();
        assertThat(tables.rows("latest", "id", "seq", "v")).isEqualTo(feed.latest());
        assertThat(tables.rows("facts", "id", "seq")).isEqualTo(feed.facts());
        assertThat(tables.rows("added", "id", "seq")).isEqualTo(feed.facts());
        assertThat(tables.rows("p_quarantine", "position")).isEqualTo(feed.poisoned());
        System.out.printf(
            "%,d events, %,d rows, %,d rejected; versions: latest %d, facts %d, added %d%n",
            feed.facts().size(),
            feed.latest().size(),
            feed.poisoned().size(),
            tables.versions("latest"),
            tables.versions("facts"),
            tables.versions("added"));
      }
    }
  }

  /** One of the disturbances, each in its turn. */
  private String disturb(
      int n, FlinkCluster flink, KafkaBroker kafka, Path jar, Path pipeline, Path lake)
      throws Exception {
    TimeUnit.MILLISECONDS.sleep(random.nextInt(4_000)); // anywhere between two checkpoints
    switch (n % 6) {
      case 0 -> {
        flink.killAndRestart("taskmanager-1");
        return "TaskManager killed";
      }
      case 1 -> {
        String savepoint = flink.stop();
        if (n == 1) {
          Files.writeString(pipeline, Files.readString(pipeline) + ONE_TABLE_MORE);
        }
        int parallelism = 1 + random.nextInt(4);
        Path copy = Files.copy(jar, temp.resolve("upgrade-" + n + ".jar"));
        flink.submit(copy, pipeline, lake, parallelism, savepoint);
        return "stopped, new jar and pipeline, parallelism " + parallelism;
      }
      case 2 -> {
        flink.killAndRestart("jobmanager");
        return "JobManager killed";
      }
      case 3 -> {
        kafka.killAndRestart();
        return "Kafka killed";
      }
      case 4 -> {
        flink.killAndRestart("taskmanager-2");
        flink.killAndRestart("taskmanager-1");
        return "both TaskManagers killed";
      }
      default -> {
        flink.killAndRestart("jobmanager");
        flink.killAndRestart("taskmanager-2");
        return "JobManager and a TaskManager killed";
      }
    }
  }

  private static void awaitRows(Tables tables, String table, int rows) {
    await()
        .atMost(Duration.ofMinutes(10))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> tables.rows(table, "id", "seq").size(), size -> size >= rows);
  }
}
