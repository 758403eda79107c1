/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Embedded runs that end by themselves and go on where the last one ended: files and others. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TriggeredRunITCase {

  private static final String PIPELINE =
      """
      CREATE TABLE loaded (id INT, v STRING, ts TIMESTAMP_LTZ(3))
        WITH ('connector' = 'filesystem', 'path' = 'loaded', 'format' = 'json');
      CREATE TABLE feed (id INT, v STRING, op STRING, ts TIMESTAMP_LTZ(3))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE STREAMING TABLE latest;
      CREATE FLOW load AS AUTO CDC ONCE INTO latest FROM STREAM(loaded) KEYS (id) SEQUENCE BY ts;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE days SNAPSHOT OF latest EVERY DAY EVENT TIME ts
        START DATE '2026-01-01' LATE EVENTS 1 DAYS;
      CREATE STREAMING TABLE facts AS SELECT id, v FROM STREAM(feed);
      """;
  private static final String[] TABLES = {"latest", "days", "facts", "p_quarantine"};

  @TempDir Path temp;

  @Test
  void eachRunReadsWhatIsNewAndWritesTheOpenDay() throws Exception {
    Runs runs = new Runs(temp);
    runs.pipeline(PIPELINE);
    runs.file("loaded/0.json", load(1, "a", 1), load(2, "b", 1), load(3, "c", 1));
    runs.file("feed/0.json", event(1, "a2", "U", 2), event(4, "d", "U", 3), "no json");

    String first = runs.run(2);

    assertThat(first)
        .containsPattern("source loaded +3 +0 +0\n")
        .containsPattern("source feed +3 +1 +0\n")
        .containsPattern("flow load into latest +3 +0 +0\n")
        .containsPattern("latest .* +0 +4 +1 +1\n")
        .containsPattern("p_quarantine +1 ")
        .contains("Finished after ", "The next run goes on from here")
        .doesNotContain("Stopping.");
    assertThat(runs.rows("latest"))
        .containsExactlyInAnyOrder(row(1, "a2", 2), row(2, "b", 1), row(3, "c", 1), row(4, "d", 3));
    // The newest day, 3, is open, and written.
    assertThat(runs.rows("days"))
        .containsExactlyInAnyOrder(
            day(1, "a", 1, 1),
            day(2, "b", 1, 1),
            day(3, "c", 1, 1),
            day(1, "a2", 2, 2),
            day(2, "b", 1, 2),
            day(3, "c", 1, 2),
            day(1, "a2", 2, 3),
            day(2, "b", 1, 3),
            day(3, "c", 1, 3),
            day(4, "d", 3, 3));
    assertThat(runs.rows("p_quarantine")).hasSize(1);

    // Day 3 goes on, day 4 begins; a full load reads nothing more.
    runs.file("loaded/1.json", load(9, "z", 1));
    runs.file("feed/1.json", event(2, "", "D", 3), event(4, "d2", "U", 4));
    String second = runs.run(1);

    assertThat(second)
        .contains("Going on from the state of the last run")
        .containsPattern("source loaded +0 +0 +0\n")
        .containsPattern("source feed +2 +0 +0\n")
        .containsPattern("latest +2 +0 +0 +0 +1 +3 +2 +1\n")
        .containsPattern("p_quarantine +1 +1 +0\n")
        .doesNotContain("ATTENTION");
    assertThat(runs.rows("latest"))
        .containsExactlyInAnyOrder(row(1, "a2", 2), row(3, "c", 1), row(4, "d2", 4));
    assertThat(runs.rows("days"))
        .containsExactlyInAnyOrder(
            day(1, "a", 1, 1),
            day(2, "b", 1, 1),
            day(3, "c", 1, 1),
            day(1, "a2", 2, 2),
            day(2, "b", 1, 2),
            day(3, "c", 1, 2),
            day(1, "a2", 2, 3),
            day(3, "c", 1, 3),
            day(4, "d", 3, 3),
            day(1, "a2", 2, 4),
            day(3, "c", 1, 4),
            day(4, "d2", 4, 4));
    assertThat(runs.rows("facts")).hasSize(4);

    Map<String, Long> before = runs.versions(TABLES);
    String third = runs.run(2);

    assertThat(third)
        .containsPattern("source feed +0 +0 +0\n")
        .containsPattern("latest +0 +0 +0 +0 +0 +3 +2 +0\n");
    assertThat(runs.versions(TABLES)).as("no empty commits").isEqualTo(before);
    assertThat(temp.resolve("lake-state/p/savepoints")).isDirectoryContaining("glob:**/*");
    assertThat(temp.resolve("lake-state/p/savepoints").toFile().list()).hasSize(1);

    // Without the mode nothing new would be read, and the state be removed.
    assertThat(runs.in(RunMode.DECLARED).runRefused())
        .contains("is of runs with --mode", "--mode triggered");
  }

  /** Bounded ones are read to their end once, beside those that go on; unbounded ones are named. */
  @Test
  void sourcesOfOtherConnectors() throws Exception {
    Runs runs = new Runs(temp);
    String numbers =
        """
        CREATE TABLE numbers (id INT) WITH ('connector' = 'datagen', 'rows-per-second' = '20'%s,
          'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '30');
        CREATE STREAMING TABLE facts AS SELECT id FROM STREAM(numbers);
        """;
    String files =
        """
        CREATE TABLE feed (id INT)
          WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
        CREATE STREAMING TABLE others AS SELECT id FROM STREAM(feed);
        """;
    runs.file("feed/0.json", "{\"id\": 1}");
    runs.pipeline(
        "CREATE TABLE numbers (id INT) WITH ('connector' = 'datagen');"
            + "CREATE STREAMING TABLE facts AS SELECT id FROM STREAM(numbers);"
            + files);
    assertThat(runs.runRefused()).contains("source 'numbers'", "'datagen'", "--mode continuous");
    assertThat(temp.resolve("lake")).doesNotExist();

    runs.pipeline(numbers.formatted(", 'number-of-rows' = '30'") + files);
    runs.run(2);
    assertThat(runs.rows("facts")).hasSize(30);
    assertThat(runs.rows("others")).hasSize(1);

    runs.file("feed/1.json", "{\"id\": 2}");
    runs.run(1);
    assertThat(runs.rows("facts")).hasSize(30);
    assertThat(runs.rows("others")).hasSize(2);
  }

  @Test
  void aSeriesOfFullSnapshotsGoesOn() throws Exception {
    Runs runs = new Runs(temp);
    runs.pipeline(
        """
        CREATE TABLE exports (id INT, v STRING) WITH ('connector' = 'filesystem',
          'path' = 'exports', 'format' = 'json', 'snapshot.version' = 'number');
        CREATE STREAMING TABLE history;
        CREATE FLOW apply AS AUTO CDC INTO history FROM SNAPSHOT exports KEYS (id)
          STORED AS SCD TYPE 2;
        """);
    runs.file("exports/1.json", "{\"id\": 1, \"v\": \"a\"}", "{\"id\": 2, \"v\": \"b\"}");
    runs.run(2);
    assertThat(runs.rows("history")).hasSize(2).allMatch(row -> !row.contains("__END_AT\":1"));

    runs.file("exports/2.json", "{\"id\": 1, \"v\": \"a2\"}");
    assertThat(runs.run(1)).containsPattern("source exports +1 +0 +0\n");
    assertThat(runs.rows("history"))
        .hasSize(3)
        .anyMatch(row -> row.contains("\"v\":\"a2\",\"__START_AT\":2"))
        .anyMatch(row -> row.startsWith("{\"id\":2") && row.contains("\"__END_AT\":2"));

    Map<String, Long> before = runs.versions("history");
    runs.run(2);
    assertThat(runs.versions("history")).isEqualTo(before);
  }

  @Test
  void aFullLoadHasItsSourceForItself() throws Exception {
    Runs runs = new Runs(temp);
    runs.file("loaded/0.json", load(1, "a", 1));
    runs.file("feed/0.json", event(1, "a2", "U", 2));
    runs.pipeline(PIPELINE + "CREATE STREAMING TABLE copy AS SELECT id FROM STREAM(loaded);");

    assertThat(runs.runRefused())
        .contains("source 'loaded': flow load reads it in the first run only (ONCE), but flow copy")
        .contains("Declare it a second time");
  }

  private static String load(int id, String v, int day) {
    return "{\"id\": %d, \"v\": \"%s\", \"ts\": \"2026-01-0%dT10:00:00Z\"}".formatted(id, v, day);
  }

  private static String event(int id, String v, String op, int day) {
    return "{\"id\": %d, \"v\": \"%s\", \"op\": \"%s\", \"ts\": \"2026-01-0%dT10:00:00Z\"}"
        .formatted(id, v, op, day);
  }

  private static String row(int id, String v, int day) {
    return "{\"id\":%d,\"v\":\"%s\",\"ts\":\"2026-01-0%dT10:00:00Z\"}".formatted(id, v, day);
  }

  private static String day(int id, String v, int day, int of) {
    return row(id, v, day).replace("}", ",\"snapshot_date\":\"2026-01-0%d\"}".formatted(of));
  }
}
