/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.source.KafkaBroker;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Days of a topic with three partitions, of which one is far ahead of the others. No event may come
 * after its day is closed: with LATE EVENTS 0 DAYS it would be missing.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class KafkaDaysITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final int PARTITIONS = 3;
  private static final int IDS = 5;
  private static final int DAYS = 6;

  private static final String PIPELINE =
      """
      SET 'quarantine.table' = 'quarantine';
      SET 'snapshot.idle-timeout' = '30 s';
      CREATE TABLE feed (id INT, valor STRING, ts TIMESTAMP_LTZ(3))
        WITH ('topic' = '%s', 'format' = 'json', %s);
      CREATE STREAMING TABLE current_rows;
      CREATE FLOW apply AS AUTO CDC INTO current_rows FROM STREAM(feed) KEYS (id) SEQUENCE BY ts;
      CREATE SNAPSHOT TABLE days SNAPSHOT OF current_rows EVERY DAY EVENT TIME ts
        START DATE '2026-01-01' LATE EVENTS 0 DAYS;
      """;

  private static KafkaBroker broker;

  @TempDir Path temp;

  private PipelineJob job;
  private int sent;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  @ParameterizedTest(name = "parallelism {0}")
  @ValueSource(ints = {1, 2})
  void theSlowestPartitionClosesDays(int parallelism, @InjectMiniCluster MiniCluster cluster)
      throws Exception {
    String topic = "feed-" + parallelism;
    broker.topic(topic, PARTITIONS);
    Path lake = temp.resolve("lake");
    Path file = Files.writeString(temp.resolve("days.sql"), PIPELINE.formatted(topic, with()));
    job = PipelineJob.start(cluster, file, lake, parallelism, PipelineJob.configuration(temp));
    send(topic, 0, 1, DAYS + 2);
    for (int day = 1; day <= DAYS; day++) {
      send(topic, 1, day, day);
      send(topic, 2, day, day);
    }
    awaitDay(lake, DAYS - 1);
    job.stop();

    List<String> expected = new ArrayList<>();
    for (int day = 1; day < DAYS; day++) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        for (int i = 0; i < IDS; i++) {
          expected.add(
              "{\"id\":%d,\"valor\":\"v%d\",\"ts\":\"2026-01-%02dT12:00:00Z\",\"snapshot_date\":\"2026-01-%02d\"}"
                  .formatted(partition * 100 + i, day, day, day));
        }
      }
    }
    assertThat(TableContent.read(lake.resolve("days")))
        .filteredOn(row -> !row.contains("\"snapshot_date\":\"2026-01-" + two(DAYS)))
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(TableContent.read(lake.resolve("quarantine"))).isEmpty();
  }

  /** Sends the events of days to a partition and waits until they are read. */
  private void send(String topic, int partition, int from, int to) throws Exception {
    List<String> events = new ArrayList<>();
    for (int day = from; day <= to; day++) {
      for (int i = 0; i < IDS; i++) {
        events.add(
            "{\"id\": %d, \"valor\": \"v%d\", \"ts\": \"2026-01-%02dT12:00:00Z\"}"
                .formatted(partition * 100 + i, day, day));
      }
    }
    broker.send(topic, partition, events.toArray(String[]::new));
    sent += events.size();
    job.awaitRead(Step.flow("apply"), sent);
  }

  private void awaitDay(Path lake, int day) {
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              job.checkpoint();
              return TableContent.read(lake.resolve("days")).stream()
                  .anyMatch(row -> row.contains("\"snapshot_date\":\"2026-01-" + two(day)));
            });
  }

  private static String two(int day) {
    return "%02d".formatted(day);
  }

  private static String with() {
    return broker.options().entrySet().stream()
        .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
        .collect(Collectors.joining(", "));
  }
}
