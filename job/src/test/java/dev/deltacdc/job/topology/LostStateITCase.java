/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.source.KafkaBroker;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A job that starts without state on the table that it wrote before. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class LostStateITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  private static final int KEYS = 200;

  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, region STRING, valor STRING, ts TIMESTAMP_LTZ(6), seq INT)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json'%s);
      CREATE STREAMING TABLE current_rows PARTITIONED BY (region);
      CREATE FLOW apply AS AUTO CDC INTO current_rows FROM STREAM(feed)
        KEYS (region, id) SEQUENCE BY STRUCT(ts, seq);
      """;

  @TempDir Path temp;

  /** The feed no longer has the events that made the rows, and the job restarts in the middle. */
  @Test
  void olderEventsStayOut(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Path lake = temp.resolve("lake");
    Configuration configuration = PipelineJob.configuration(temp);
    feed(KEYS, id -> event(id, "first", 10, 5));
    PipelineJob.start(cluster, pipeline(""), lake, 2, configuration).awaitEnd();
    List<String> before = TableContent.read(lake.resolve("current_rows"));
    assertThat(before).hasSize(KEYS);

    configuration = PipelineJob.restarting(temp);
    feed(
        KEYS + 20,
        id ->
            switch (id % 4) {
              case 0 -> event(id, "older", 9, 9);
              case 1 -> event(id, "older", 10, 4);
              case 2 -> event(id, "newer", 10, 6);
              default -> event(id, "newer", 11, 0);
            });
    Path throttled = pipeline(", 'scan.max-events-per-second' = '60'");
    PipelineJob job = PipelineJob.start(cluster, throttled, lake, 3, configuration);
    job.awaitRead(Step.source("feed"), KEYS / 3);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitEnd();

    List<String> after = TableContent.read(lake.resolve("current_rows"));
    assertThat(after).hasSize(KEYS + 20);
    for (String row : after) {
      int id = Integer.parseInt(row.replaceAll(".*\"id\": ?(\\d+).*", "$1"));
      String valor = row.replaceAll(".*\"valor\": ?\"(\\w+)\".*", "$1");
      String expected = id % 4 >= 2 ? "newer" : id < KEYS ? "first" : "older";
      assertThat(valor).as(row).isEqualTo(expected);
    }
  }

  /** A table of another tool: no event can be about such a row. */
  @Test
  void aRowWithANullKeyStaysAsItIs(@InjectMiniCluster MiniCluster cluster) throws Exception {
    String path = temp.resolve("lake/current_rows").toString();
    RowType type =
        RowType.of(
            new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
            new String[] {"id", "valor"});
    TableSnapshot empty =
        TableStore.open(path, Map.of()).createOrCheck(DeltaTable.of(path, type), true);
    List<RowData> rows =
        List.of(
            GenericRowData.of(null, StringData.fromString("x")),
            GenericRowData.of(1, StringData.fromString("old")));
    TableCommit commit = empty.newCommit();
    empty
        .dataFileWriter(type, 1 << 20)
        .write(Map.of(), rows.iterator())
        .forEach(file -> commit.add(file, null));
    commit.commit();
    feed(1, id -> event(1, "new", 10, 5));
    Path file =
        Files.writeString(
            temp.resolve("lost.sql"),
            PIPELINE
                .formatted("")
                .replace("PARTITIONED BY (region)", "")
                .replace("(region, id)", "(id)")
                .replace("STRUCT(ts, seq)", "ts COLUMNS id, valor"));
    PipelineJob.start(cluster, file, temp.resolve("lake"), 2, PipelineJob.configuration(temp))
        .awaitEnd();
    assertThat(TableContent.read(Path.of(path)))
        .hasSize(2)
        .anyMatch(row -> row.contains("\"x\""))
        .anyMatch(row -> row.contains("\"new\""));
  }

  /** By the operators themselves: on a cluster nobody else knows that there is no state. */
  @Test
  void aSourceThatStartsLaterIsRefusedUnlessItIsAccepted(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    try (KafkaBroker broker = KafkaBroker.start()) {
      broker.topic("feed", 1);
      broker.send(
          "feed",
          0,
          change(1, "first", "U", 5),
          change(2, "first", "U", 5),
          change(2, null, "D", 6));
      Path lake = temp.resolve("lake");
      Path table = lake.resolve("latest");
      PipelineJob first =
          start(cluster, kafka(broker, "earliest-offset", ""), lake, StartPoint.NO_STATE);
      first.awaitRead(Step.source("feed"), 3);
      first.stop();
      assertThat(TableContent.read(table)).containsExactly(row(1, "first", 5));
      long version = TableContent.newestVersion(table);

      String later = "specific-offsets', 'scan.startup.specific-offsets' = 'partition:0,offset:3";
      StartPoint uncertain = new StartPoint(Map.of(), Set.of(), Set.of(), Set.of(), false);
      PipelineJob refused = start(cluster, kafka(broker, later, ""), lake, uncertain);
      assertThatThrownBy(refused::awaitEnd)
          .hasStackTraceContaining("Table latest has rows, but this start has no state of it")
          .hasStackTraceContaining("The failure is not recoverable");
      assertThat(TableContent.newestVersion(table)).isEqualTo(version);

      String accept = "SET 'start.without-state' = 'rebuild';";
      PipelineJob rebuilt = start(cluster, kafka(broker, later, accept), lake, uncertain);
      broker.send(
          "feed",
          0,
          change(1, "older", "U", 4),
          change(2, "back", "U", 4), // older than the delete: that was said to happen
          change(3, "newer", "U", 1));
      rebuilt.awaitRead(Step.source("feed"), 3);
      rebuilt.stop();
      assertThat(TableContent.read(table))
          .containsExactlyInAnyOrder(row(1, "first", 5), row(2, "back", 4), row(3, "newer", 1));

      PipelineJob replayed = start(cluster, kafka(broker, "earliest-offset", ""), lake, uncertain);
      replayed.awaitRead(Step.source("feed"), 6);
      replayed.stop();
      assertThat(TableContent.read(table))
          .containsExactlyInAnyOrder(row(1, "first", 5), row(3, "newer", 1));
    }
  }

  private PipelineJob start(MiniCluster cluster, String sql, Path lake, StartPoint start)
      throws Exception {
    Path file = Files.writeString(temp.resolve("kafka.sql"), sql);
    return PipelineJob.start(cluster, file, lake, 2, PipelineJob.restarting(temp), start);
  }

  private static String kafka(KafkaBroker broker, String mode, String more) {
    String options =
        broker.options().entrySet().stream()
            .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
            .collect(Collectors.joining(", "));
    return more
        + """
        CREATE TABLE feed (id INT, valor STRING, op STRING, seq BIGINT) WITH (
          'topic' = 'feed', 'format' = 'json', 'scan.startup.mode' = '%s', %s);
        CREATE STREAMING TABLE latest;
        CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed)
          KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS * EXCEPT (op);
        """
            .formatted(mode, options);
  }

  private static String change(int id, String valor, String op, long seq) {
    return "{\"id\":%d,\"valor\":%s,\"op\":\"%s\",\"seq\":%d}"
        .formatted(id, valor == null ? null : '"' + valor + '"', op, seq);
  }

  private static String row(int id, String valor, long seq) {
    return "{\"id\":%d,\"valor\":\"%s\",\"seq\":%d}".formatted(id, valor, seq);
  }

  private void feed(int keys, IntFunction<String> event) throws Exception {
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Files.write(feed.resolve("part.json"), IntStream.range(0, keys).mapToObj(event).toList());
  }

  private Path pipeline(String more) throws Exception {
    return Files.writeString(temp.resolve("lost.sql"), PIPELINE.formatted(more));
  }

  private static String event(int id, String valor, int day, int seq) {
    return "{\"id\": %d, \"region\": \"r%d\", \"valor\": \"%s\", \"ts\": \"2026-01-%02dT00:00:00Z\", \"seq\": %d}"
        .formatted(id, id % 3, valor, day, seq);
  }
}
