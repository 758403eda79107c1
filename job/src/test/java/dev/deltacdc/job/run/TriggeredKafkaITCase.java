/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.source.KafkaBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Triggered runs over topics: up to the offsets that are there, and on from them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TriggeredKafkaITCase {

  private static KafkaBroker broker;

  @TempDir Path temp;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  /** Also where the last offsets are those of a transaction that has no records to read. */
  @Test
  void eachRunReadsUpToWhatIsThere() throws Exception {
    broker.topic("feed", 3);
    broker.send("feed", 0, events(0, 40));
    broker.send("feed", 1, events(40, 50));
    broker.sendInVain("feed", 1, events(900, 910));
    Runs runs = new Runs(temp);
    pipeline(runs, "feed", ", 'properties.isolation.level' = 'read_committed'");

    assertThat(runs.run(2)).containsPattern("source feed +50 +0 +0\n");
    assertThat(runs.rows("latest")).hasSize(50);

    Map<String, Long> before = runs.versions("latest", "facts");
    assertThat(runs.run(2)).containsPattern("source feed +0 +0 +0\n");
    assertThat(runs.versions("latest", "facts")).isEqualTo(before);

    // More in two partitions, one of them empty so far, and two new partitions.
    broker.partitions("feed", 5);
    broker.send("feed", 1, events(50, 60));
    broker.send("feed", 2, events(60, 65));
    broker.send("feed", 4, events(65, 70));
    assertThat(runs.run(3)).containsPattern("source feed +20 +0 +0\n");
    assertThat(runs.rows("latest")).hasSize(70);
    assertThat(runs.rows("facts")).doesNotHaveDuplicates().hasSize(70);

    // A continuous run has the same state: nothing is read again.
    broker.send("feed", 0, events(70, 75));
    assertThat(runs.run(1)).containsPattern("source feed +5 +0 +0\n");
    assertThat(runs.rows("facts")).doesNotHaveDuplicates().hasSize(75);
  }

  @Test
  void anEmptyTopicEndsAndALateStartIsThatOfTheFirstRun() throws Exception {
    broker.topic("late", 2);
    Runs runs = new Runs(temp);
    pipeline(runs, "late", ", 'scan.startup.mode' = 'latest-offset'");

    assertThat(runs.run(2)).containsPattern("source feed +0 +0 +0\n");

    broker.send("late", 1, events(0, 10));
    assertThat(runs.run(2)).containsPattern("source feed +10 +0 +0\n");
    assertThat(runs.rows("facts")).hasSize(10);
  }

  /** A partition that is new meanwhile is found, and read from its beginning, by the next run. */
  @Test
  void aTopicThatARunOfOtherTablesLeavesUnreadIsReadByTheNext() throws Exception {
    broker.topic("unread", 2);
    broker.send("unread", 0, events(0, 10));
    Runs runs = new Runs(temp);
    runs.file("others/0.json", "{\"id\": 1}");
    pipeline(runs, "unread", "");
    Files.writeString(
        temp.resolve("p.sql"),
        """
        CREATE TABLE others (id INT)
          WITH ('connector' = 'filesystem', 'path' = 'others', 'format' = 'json');
        CREATE STREAMING TABLE other_facts AS SELECT id FROM STREAM(others);
        """,
        StandardOpenOption.APPEND);
    runs.run(2);

    broker.partitions("unread", 3);
    broker.send("unread", 0, events(10, 15));
    broker.send("unread", 2, events(15, 20));
    runs.file("others/1.json", "{\"id\": 2}");
    assertThat(runs.refreshing("other_facts").run(1)).containsPattern("source feed +0 +0 +0\n");
    assertThat(runs.rows("other_facts")).hasSize(2);

    assertThat(runs.refreshing().run(2)).containsPattern("source feed +10 +0 +0\n");
    assertThat(runs.rows("facts")).doesNotHaveDuplicates().hasSize(20);
  }

  @Test
  void aBoundOfItsOwnIsRefused() throws Exception {
    Runs runs = new Runs(temp);
    pipeline(runs, "none", ", 'scan.bounded.mode' = 'latest-offset'");

    assertThat(runs.runRefused()).contains("source 'feed'", "Leave 'scan.bounded.mode' out.");
  }

  private static void pipeline(Runs runs, String topic, String more) throws Exception {
    String options =
        broker.options().entrySet().stream()
            .map(option -> "'%s' = '%s'".formatted(option.getKey(), option.getValue()))
            .collect(Collectors.joining(", "));
    runs.pipeline(
        """
        CREATE TABLE feed (id INT, seq BIGINT) WITH (%s, 'topic' = '%s', 'format' = 'json'%s);
        CREATE STREAMING TABLE latest;
        CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
        CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
        """
            .formatted(options, topic, more));
  }

  private static String[] events(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> "{\"id\": %d, \"seq\": %d}".formatted(i, i))
        .toArray(String[]::new);
  }
}
