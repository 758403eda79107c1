/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tables made from tables of the same file are as if made from the source. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class DownstreamITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final JsonMapper JSON = new JsonMapper();
  private static final int EVENTS = 1_200;

  /** The direct tables are the independent way to the same rows. */
  private static final String PIPELINE =
      """
      SET 'quarantine.table' = 'quarantine';
      CREATE TABLE feed (id INT, val STRING, op STRING, seq INT)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json'%s);
      CREATE STREAMING TABLE ids AS SELECT id FROM STREAM(clean);
      CREATE TEMPORARY VIEW clean
        (CONSTRAINT known_op EXPECT (op IN ('I', 'D')) ON VIOLATION QUARANTINE)
        AS SELECT * FROM STREAM(bronze);
      CREATE STREAMING TABLE silver;
      CREATE FLOW apply AS AUTO CDC INTO silver FROM STREAM(clean)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS * EXCEPT (op);
      CREATE STREAMING TABLE bronze
        (CONSTRAINT positive EXPECT (id > 0) ON VIOLATION DROP ROW)
        AS SELECT * FROM STREAM(feed);
      CREATE STREAMING TABLE direct;
      CREATE FLOW direct_apply AS AUTO CDC INTO direct FROM STREAM(valid)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS * EXCEPT (op);
      CREATE STREAMING TABLE direct_ids AS SELECT id FROM STREAM(valid);
      CREATE TEMPORARY VIEW valid AS
        SELECT * FROM STREAM(feed) WHERE id > 0 AND op IN ('I', 'D');
      CREATE STREAMING TABLE audit AS SELECT * FROM STREAM(silver);
      CREATE STREAMING TABLE gold;
      CREATE FLOW gold_apply AS AUTO CDC INTO gold FROM STREAM(silver)
        KEYS (id) APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _change_sequence
        COLUMNS * EXCEPT (_change_type, _change_sequence);
      CREATE STREAMING TABLE filled;
      CREATE FLOW fill AS AUTO CDC INTO filled FROM STREAM(clean)
        KEYS (id) IGNORE NULL UPDATES APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(seq, op)
        COLUMNS * EXCEPT (op);
      CREATE STREAMING TABLE gold_filled;
      CREATE FLOW gold_fill AS AUTO CDC INTO gold_filled FROM STREAM(filled)
        KEYS (id) APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _change_sequence
        COLUMNS * EXCEPT (_change_type, _change_sequence);
      """;

  @TempDir Path temp;

  @Test
  void tablesOfTablesSurviveALostTaskManager(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    writeFeed();
    Path lake = temp.resolve("lake");
    Configuration configuration = PipelineJob.restarting(temp);
    PipelineJob job =
        PipelineJob.start(
            cluster, pipeline(", 'scan.max-events-per-second' = '200'"), lake, 2, configuration);
    job.awaitRead(Step.source("feed"), EVENTS / 3);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitEnd();

    assertRight(lake);
  }

  @Test
  void tablesOfTablesGoOnFromASavepoint(@InjectMiniCluster MiniCluster cluster) throws Exception {
    writeFeed();
    Path lake = temp.resolve("lake");
    Path file = pipeline(", 'scan.max-events-per-second' = '200'");
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = PipelineJob.start(cluster, file, lake, 2, configuration);
    job.awaitRead(Step.source("feed"), EVENTS / 3);
    String savepoint = job.stop();
    assertThat(TableContent.read(lake.resolve("bronze"))).hasSizeBetween(1, EVENTS / 2);

    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    PipelineJob.start(cluster, file, lake, 2, configuration).awaitEnd();

    assertRight(lake);
  }

  private void writeFeed() throws IOException {
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Random random = new Random(7);
    for (int file = 0; file < 3; file++) {
      int first = file * EVENTS / 3;
      Files.write(
          feed.resolve("part-" + file + ".json"),
          IntStream.range(first, first + EVENTS / 3).mapToObj(i -> event(i, random)).toList());
    }
  }

  private static void assertRight(Path lake) throws Exception {
    assertSame(lake, "silver", "direct");
    assertSame(lake, "ids", "direct_ids");
    assertSame(lake, "gold", "silver");
    assertSame(lake, "gold_filled", "filled");
    assertThat(replayed(lake.resolve("audit")))
        .containsExactlyInAnyOrderElementsOf(TableContent.read(lake.resolve("silver")));
    assertThat(TableContent.read(lake.resolve("quarantine")))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row).contains("clean", "feed", "part-", "known_op"));
  }

  /** The rows that the changes make in the order of their sequence, each as its type says. */
  private static List<String> replayed(Path audit) throws IOException {
    Map<Integer, JsonNode> changes = new TreeMap<>();
    for (String line : TableContent.read(audit)) {
      JsonNode change = JSON.readTree(line);
      assertThat(changes.put(change.get("_change_sequence").intValue(), change)).isNull();
    }
    Map<Integer, String> rows = new HashMap<>();
    for (JsonNode change : changes.values()) {
      ObjectNode row = change.deepCopy();
      String type = row.remove("_change_type").textValue();
      row.remove("_change_sequence");
      int id = row.get("id").intValue();
      String before = type.equals("delete") ? rows.remove(id) : rows.put(id, row.toString());
      assertThat(before == null).as("%s", change).isEqualTo(type.equals("insert"));
      if (type.equals("delete")) {
        assertThat(row).hasToString(before);
      }
    }
    return List.copyOf(rows.values());
  }

  private static void assertSame(Path lake, String table, String expected) throws Exception {
    List<String> rows = TableContent.read(lake.resolve(expected));
    assertThat(rows).isNotEmpty();
    assertThat(TableContent.read(lake.resolve(table))).containsExactlyInAnyOrderElementsOf(rows);
  }

  private Path pipeline(String more) throws Exception {
    return Files.writeString(temp.resolve("downstream.sql"), PIPELINE.formatted(more));
  }

  private static String event(int seq, Random random) {
    String op = List.of("I", "I", "I", "D", "X").get(random.nextInt(5));
    String val = random.nextInt(3) == 0 ? "null" : "\"v" + random.nextInt(1000) + "\"";
    return "{\"id\": %d, \"val\": %s, \"op\": \"%s\", \"seq\": %d}"
        .formatted(random.nextInt(100), val, op, seq);
  }
}
