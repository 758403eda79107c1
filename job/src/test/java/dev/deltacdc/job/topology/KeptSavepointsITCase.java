/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The savepoints of earlier versions, kept in {@code testdata/savepoints}: a job of this version
 * goes on from each, and its tables become those of a run that was never stopped.
 *
 * <p>{@code -Ddeltacdc.savepoint.write=VERSION} makes one of this version first; see the README
 * there.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class KeptSavepointsITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  private static final Path KEPT = Path.of("..", "testdata", "savepoints");
  private static final String NEW_VERSION = System.getProperty("deltacdc.savepoint.write");

  private static final int EVENTS = 900;

  /** Every operator with state, and values of many types in it. */
  private static final String PIPELINE =
      """
      SET 'pipeline.name' = 'kept';
      SET 'snapshot.idle-timeout' = '1 s';
      CREATE TABLE feed (region STRING, id INT, op STRING, amount DECIMAL(12, 2),
          ts TIMESTAMP_LTZ(6), n BIGINT, tags ARRAY<STRING>, place ROW<city STRING, zip INT>)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json'%s);
      CREATE TEMPORARY VIEW checked
        (CONSTRAINT positive EXPECT (amount > 0) ON VIOLATION QUARANTINE)
        AS SELECT * FROM STREAM(feed);

      CREATE STREAMING TABLE latest PARTITIONED BY (region);
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(checked) KEYS (region, id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n) COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE days SNAPSHOT OF latest EVERY DAY EVENT TIME ts
        START DATE '2026-01-01' LATE EVENTS 3 DAYS;
      CREATE SNAPSHOT TABLE changes SNAPSHOT OF latest EVERY DAY EVENT TIME ts
        START DATE '2026-01-01' ROWS CHANGED ON (amount) LATE EVENTS 3 DAYS;

      CREATE STREAMING TABLE facts AS SELECT region, id, n FROM STREAM(feed);
      CREATE STREAMING TABLE pairs AS SELECT a.n, b.id FROM STREAM(feed) AS a
        JOIN STREAM(feed) AS b ON a.n = b.n + 50;

      CREATE STREAMING TABLE merged;
      CREATE FLOW merge AS AUTO CDC INTO merged FROM STREAM(feed) KEYS (region, id)
        IGNORE NULL UPDATES APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n)
        COLUMNS * EXCEPT (op);
      CREATE STREAMING TABLE followed;
      CREATE FLOW follow AS AUTO CDC INTO followed FROM STREAM(latest) KEYS (region, id)
        APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _change_sequence
        COLUMNS * EXCEPT (_change_type, _change_sequence);
      CREATE STREAMING TABLE history;
      CREATE FLOW versions AS AUTO CDC INTO history FROM STREAM(feed) KEYS (region, id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n) COLUMNS * EXCEPT (op)
        STORED AS SCD TYPE 2;
      CREATE STREAMING TABLE filled_history;
      CREATE FLOW filled AS AUTO CDC INTO filled_history FROM STREAM(feed) KEYS (region, id)
        IGNORE NULL UPDATES APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n)
        COLUMNS * EXCEPT (op) STORED AS SCD TYPE 2 TRACK HISTORY ON (tags);

      CREATE TABLE exports (id INT, amount DECIMAL(12, 2), tags ARRAY<STRING>)
        WITH ('connector' = 'filesystem', 'path' = 'exports', 'format' = 'json',
          'snapshot.version' = 'number'%s);
      CREATE STREAMING TABLE exported;
      CREATE FLOW compare AS AUTO CDC INTO exported FROM SNAPSHOT exports KEYS (id);
      CREATE STREAMING TABLE exported_history;
      CREATE FLOW compare_history AS AUTO CDC INTO exported_history FROM SNAPSHOT exports
        KEYS (id) STORED AS SCD TYPE 2;
      """;

  /** As a source that does not end, so that days are closed on the way. */
  private static final String SLOWLY =
      ", 'scan.max-events-per-second' = '60', 'source.monitor-interval' = '1 s'";

  @TempDir Path temp;

  static List<Path> versions() throws IOException {
    if (NEW_VERSION != null) {
      return List.of(KEPT.resolve(NEW_VERSION));
    }
    try (Stream<Path> versions = Files.list(KEPT)) {
      return versions.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** Stops a job in the middle and keeps all that there is then. */
  private void keep(Path folder, MiniCluster cluster) throws Exception {
    Path checkpoints = temp.resolve("kept");
    FileUtils.deleteDirectory(folder.toFile());
    Random random = new Random(7);
    write(folder.resolve("feed"), n -> event(n, random));
    write(folder.resolve("exports"), n -> exported(n % (EVENTS / 3), random));
    Path slow = Files.writeString(folder.resolve("slow.sql"), PIPELINE.formatted(SLOWLY, SLOWLY));
    PipelineJob job =
        PipelineJob.start(
            cluster, slow, folder.resolve("tables"), 2, PipelineJob.configuration(checkpoints));
    job.awaitRead(Step.source("feed"), EVENTS / 3 + 20);
    job.awaitRead(Step.source("exports"), EVENTS / 3 + 20);
    job.checkpoint();
    String savepoint =
        job.client()
            .stopWithSavepoint(false, checkpoints.toUri().toString(), SavepointFormatType.CANONICAL)
            .get(1, TimeUnit.MINUTES);
    job.awaitEnd();
    copy(savepoint, folder.resolve("savepoint"));
    Files.delete(slow);
    Files.writeString(folder.resolve("pipeline.sql"), PIPELINE.formatted("", ""));
  }

  private static void write(Path folder, IntFunction<String> line) throws IOException {
    Files.createDirectories(folder);
    for (int file = 0; file < 3; file++) {
      int first = file * EVENTS / 3;
      Files.write(
          folder.resolve(file + ".json"),
          IntStream.range(first, first + EVENTS / 3).mapToObj(line).toList());
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aJobGoesOnFromIt(Path version, @InjectMiniCluster MiniCluster cluster) throws Exception {
    if (NEW_VERSION != null) {
      keep(version, cluster);
    }
    Path folder = temp.resolve("elsewhere");
    copy(version.toString(), folder);
    Path pipeline = folder.resolve("pipeline.sql");
    Path calm = temp.resolve("calm");
    PipelineJob.start(cluster, pipeline, calm, 2, PipelineJob.configuration(temp)).awaitEnd();

    Path lake = folder.resolve("tables");
    assertThat(rows(lake).get("facts")).hasSizeBetween(EVENTS / 3, EVENTS - 100);
    Configuration restored = PipelineJob.configuration(temp);
    restored.set(StateRecoveryOptions.SAVEPOINT_PATH, folder.resolve("savepoint").toString());
    PipelineJob.start(cluster, pipeline, lake, 3, restored).awaitEnd();

    Map<String, List<String>> expected = rows(calm);
    rows(lake)
        .forEach(
            (table, rows) ->
                assertThat(rows)
                    .as(table)
                    .containsExactlyInAnyOrderElementsOf(expected.get(table)));
  }

  private static void copy(String from, Path to) throws IOException {
    FileUtils.copy(
        new org.apache.flink.core.fs.Path(from),
        org.apache.flink.core.fs.Path.fromLocalFile(to.toFile()),
        false);
  }

  private static Map<String, List<String>> rows(Path lake) throws IOException {
    Map<String, List<String>> rows = new TreeMap<>();
    for (String table : tables(lake)) {
      rows.put(
          table,
          TableContent.read(lake.resolve(table)).stream()
              .map(KeptSavepointsITCase::row)
              .sorted()
              .toList());
      assertThat(rows.get(table)).as(table).isNotEmpty();
    }
    return rows;
  }

  private static List<String> tables(Path lake) throws IOException {
    try (Stream<Path> tables = Files.list(lake)) {
      return tables
          .map(table -> table.getFileName().toString())
          .filter(table -> !table.startsWith("_"))
          .toList();
    }
  }

  /** Without the time at which an event was rejected. */
  private static String row(String line) {
    return line.replaceFirst(",\"time\":\"[^\"]*\"}$", "");
  }

  /** Of a day that comes about with the number, or up to two days late. */
  private static String event(int n, Random random) {
    if (n % 100 == 99) {
      return "{\"id\": \"none\", \"n\": " + n + "}";
    }
    return ("{\"region\": \"%s\", \"id\": %d, \"op\": \"%s\", \"amount\": %s,"
            + " \"ts\": \"2026-01-%02dT%02d:00:00.%06dZ\", \"n\": %d,"
            + " \"tags\": %s, \"place\": {\"city\": %s, \"zip\": %d}}")
        .formatted(
            random.nextBoolean() ? "norte" : "sul",
            random.nextInt(60),
            random.nextInt(4) == 0 ? "D" : "U",
            orNull(random, "%d.%02d".formatted(random.nextInt(40) - 1, random.nextInt(100))),
            Math.max(1, 2 + n / 60 - random.nextInt(3)),
            random.nextInt(24),
            random.nextInt(1_000_000),
            n,
            orNull(random, "[\"t%d\", null]".formatted(random.nextInt(5))),
            orNull(random, "\"São João\""),
            random.nextInt(99_999));
  }

  private static String exported(int id, Random random) {
    return "{\"id\": %d, \"amount\": %d.5, \"tags\": %s}"
        .formatted(
            random.nextInt(10) == 0 ? 1000 + id : id,
            random.nextInt(3),
            orNull(random, "[\"t%d\", null]".formatted(random.nextInt(2))));
  }

  private static String orNull(Random random, String value) {
    return random.nextInt(5) == 0 ? "null" : value;
  }
}
