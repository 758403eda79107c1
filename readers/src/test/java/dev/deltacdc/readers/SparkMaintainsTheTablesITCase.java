/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stop the job, let Spark optimise, clean up or put back its tables, run it again: the way until
 * compaction runs beside the job. The tables are always those of the model.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SparkMaintainsTheTablesITCase {

  private static final String PIPELINE =
      """
      SET 'execution.checkpointing.interval' = '300 ms';
      CREATE TABLE feed (id INT, part STRING, v INT, op STRING, seq BIGINT) WITH (
        'connector' = 'filesystem', 'path' = 'feed', 'format' = 'json',
        'source.monitor-interval' = '100 ms');
      CREATE STREAMING TABLE latest PARTITIONED BY (part);
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS * EXCEPT (op);
      CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
      """;
  private static final int EVENTS = 400;

  @TempDir Path temp;

  private final SparkSession spark = LocalSpark.session();
  private final Random random = new Random(11);
  private final Map<Integer, Map<String, Object>> latest = new TreeMap<>();
  private int seq;

  @Test
  void theJobGoesOnAfterwards() throws Exception {
    Files.writeString(temp.resolve("p.sql"), PIPELINE);
    run();
    for (String table : List.of("latest", "facts")) {
      spark.sql("OPTIMIZE " + name(table));
      spark.sql("REORG TABLE " + name(table) + " APPLY (PURGE)");
      spark.sql("VACUUM " + name(table) + " RETAIN 0 HOURS");
    }
    assertThat(liveFiles("latest")).as("one a partition").isEqualTo(3);
    run();

    Path savepoint = temp.resolve("savepoint");
    copy(temp.resolve("lake-state"), savepoint);
    Map<String, Long> versions = Map.of("latest", newest("latest"), "facts", newest("facts"));
    for (String table : List.of("latest", "facts")) {
      spark.sql("OPTIMIZE " + name(table) + " ZORDER BY (id, seq)");
    }
    run();

    // Back to where the savepoint was taken, but with the newer state: that would lose events.
    long before = newest("latest");
    restore("latest", versions.get("latest"));
    String refused = runRefused();
    assertThat(refused)
        .contains("brought the table back to version " + versions.get("latest"))
        .contains("'latest'")
        .doesNotContain("\tat ");
    assertThat(newest("latest")).isEqualTo(before + 1);

    restore("facts", versions.get("facts"));
    // With the state of that time the third batch is read again.
    JavaUtils.deleteRecursively(temp.resolve("lake-state").toFile());
    copy(savepoint, temp.resolve("lake-state"));
    run();
  }

  /** Lets the job apply one more batch, and checks its tables once it was stopped. */
  private void run() throws Exception {
    feed();
    try (EmbeddedRun run = start()) {
      run.await(() -> rows("facts").size() == seq);
      run.stop();
    }
    List<String> found =
        rows("latest").stream()
            .map(row -> "%s %s %s".formatted(row.getInt(0), row.getString(1), row.getInt(2)))
            .toList();
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(
            latest.entrySet().stream()
                .map(
                    e ->
                        "%s %s %s"
                            .formatted(e.getKey(), e.getValue().get("part"), e.getValue().get("v")))
                .toList());
    assertThat(rows("facts").stream().map(row -> row.getLong(1))).doesNotHaveDuplicates();
  }

  private String runRefused() throws Exception {
    try (EmbeddedRun run = start()) {
      assertThat(run.awaitEnd()).as(run.output()).isEqualTo(1);
      return run.output();
    }
  }

  private EmbeddedRun start() throws IOException {
    return EmbeddedRun.start(
        temp.resolve("p.sql"), temp.resolve("lake"), temp.resolve("run-" + seq + ".out"));
  }

  /** Events in order; ids come, change, move to another partition and go. */
  private void feed() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      int id = random.nextInt(150);
      String part = "p" + random.nextInt(3);
      boolean delete = random.nextInt(4) == 0;
      lines.add(
          "{\"id\": %d, \"part\": \"%s\", \"v\": %d, \"op\": \"%s\", \"seq\": %d}"
              .formatted(id, part, seq, delete ? "D" : "U", seq));
      if (delete) {
        latest.remove(id);
      } else {
        latest.put(id, Map.of("part", part, "v", seq));
      }
      seq++;
    }
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Path hidden = Files.write(temp.resolve("next"), lines);
    Files.move(hidden, feed.resolve(seq + ".json"), StandardCopyOption.ATOMIC_MOVE);
  }

  private List<Row> rows(String table) {
    Path path = temp.resolve("lake").resolve(table);
    return Files.exists(path.resolve("_delta_log/00000000000000000000.json"))
        ? spark.read().format("delta").load(path.toString()).collectAsList()
        : List.of();
  }

  private String name(String table) {
    return "delta.`" + temp.resolve("lake").resolve(table) + "`";
  }

  private long newest(String table) {
    return spark.sql("DESCRIBE HISTORY " + name(table) + " LIMIT 1").first().getLong(0);
  }

  private long liveFiles(String table) {
    return spark.sql("DESCRIBE DETAIL " + name(table)).select("numFiles").first().getLong(0);
  }

  private void restore(String table, long version) {
    spark.sql("RESTORE TABLE " + name(table) + " TO VERSION AS OF " + version);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }
}
