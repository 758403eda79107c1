/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.testdata.Columns;
import dev.deltacdc.testing.E2eFolder;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A TaskManager dies in the middle: the tables are those of a run without failure. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class RestartITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final int EVENTS = 3_000;
  private static final Map<String, Map<String, String>> TABLES =
      Map.of(
          "current_rows", Columns.of("id", "INT", "valor", "STRING", "ts", "TIMESTAMP"),
          "days",
              Columns.of(
                  "id", "INT", "valor", "STRING", "ts", "TIMESTAMP", "snapshot_date", "DATE"),
          "facts", Columns.of("id", "INT", "op", "STRING", "ts", "TIMESTAMP"),
          "quarantine", Columns.QUARANTINE);

  private static final String PIPELINE =
      """
      SET 'quarantine.table' = 'quarantine';
      CREATE TABLE feed (id INT, valor STRING, op STRING, ts TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json'%s);
      CREATE TEMPORARY VIEW changes
        (CONSTRAINT known_op EXPECT (op IN ('I', 'D')) ON VIOLATION QUARANTINE)
        AS SELECT id, valor, op, ts FROM STREAM(feed);
      CREATE STREAMING TABLE current_rows;
      CREATE FLOW apply AS AUTO CDC INTO current_rows FROM STREAM(changes)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE days SNAPSHOT OF current_rows EVERY DAY EVENT TIME ts
        START DATE '2026-01-01';
      CREATE STREAMING TABLE facts AS SELECT id, op, ts FROM STREAM(feed);
      """;

  @TempDir Path temp;

  @Test
  void aLostTaskManagerChangesNothing(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Random random = new Random(42);
    for (int file = 0; file < 3; file++) {
      Files.write(
          feed.resolve("part-" + file + ".json"),
          IntStream.range(0, EVENTS / 3).mapToObj(i -> event(random)).toList());
    }
    Path calm = temp.resolve("calm");
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob.start(cluster, pipeline(""), calm, 2, configuration).awaitEnd();

    configuration = PipelineJob.restarting(temp);
    E2eFolder stormy = E2eFolder.fresh("restart");
    Path throttled = pipeline(", 'scan.max-events-per-second' = '300'");
    PipelineJob job = PipelineJob.start(cluster, throttled, stormy.lake(), 2, configuration);
    job.awaitRead(Step.source("feed"), EVENTS / 3);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitEnd();

    for (String table : TABLES.keySet()) {
      List<String> expected = TableContent.read(calm.resolve(table));
      assertThat(expected).as(table).isNotEmpty();
      stormy.expect(table, TABLES.get(table), expected);
      assertThat(TableContent.read(stormy.table(table)))
          .as(table)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private Path pipeline(String more) throws Exception {
    return Files.writeString(temp.resolve("restart.sql"), PIPELINE.formatted(more));
  }

  private static String event(Random random) {
    String op = List.of("I", "I", "I", "D", "X").get(random.nextInt(5));
    return "{\"id\": %d, \"valor\": \"v%d\", \"op\": \"%s\", \"ts\": \"2026-01-%02dT%02d:00:00.%06dZ\"}"
        .formatted(
            random.nextInt(200),
            random.nextInt(1000),
            op,
            1 + random.nextInt(5),
            random.nextInt(24),
            random.nextInt(1_000_000));
  }
}
