/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * OPTIMIZE and VACUUM between triggered runs, also of which one was killed. What a savepoint holds
 * was committed, or not yet: the next run finds out, whatever became of the files.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TriggeredMaintenanceITCase {

  /** A run commits once, what its savepoint has. */
  private static final String PIPELINE =
      """
      SET 'execution.checkpointing.interval' = '1 h';
      CREATE TABLE feed (id INT, v INT, op STRING, ts TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE STREAMING TABLE latest;
      CREATE FLOW to_latest AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE days SNAPSHOT OF latest EVERY DAY EVENT TIME ts
        START DATE '2026-01-01';
      CREATE STREAMING TABLE history;
      CREATE FLOW to_history AS AUTO CDC INTO history FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS id, v STORED AS SCD TYPE 2;
      CREATE STREAMING TABLE facts AS SELECT id, v, ts FROM STREAM(feed);
      CREATE MATERIALIZED VIEW totals (v INT, n BIGINT, PRIMARY KEY (v) NOT ENFORCED)
        AS SELECT v, COUNT(*) AS n FROM facts GROUP BY v;
      """;

  private static final List<String> CHANGED = List.of("latest", "days", "history", "totals");
  private static final List<String> TABLES =
      List.of("latest", "days", "history", "totals", "facts");
  private static final int EVENTS = 120;

  @TempDir Path temp;

  private final Random random = new Random(23);
  private Runs runs;
  private Path untouched;
  private int batches;

  @BeforeEach
  void pipelines(@TempDir Path other) throws Exception {
    runs = new Runs(temp);
    runs.pipeline(PIPELINE);
    untouched = other;
    new Runs(untouched).pipeline(PIPELINE);
  }

  /** What the savepoint holds is in the log, but its files are gone. */
  @Test
  void compactedTablesAreGoneOnWith() throws Exception {
    feedAndRun();
    for (String table : TABLES) {
      table(table).optimize();
    }
    feedAndRun();
    for (String table : TABLES) {
      table(table).optimize();
      table(table).vacuum();
    }
    feedAndRun();
    assertSameAsUntouched();
  }

  /**
   * The run was killed when the savepoint was whole and before it was committed. Rows to delete are
   * known by their places in files, so such a savepoint does not fit a table of changes that was
   * compacted meanwhile; rows to append fit any.
   */
  @Test
  void whatAKilledRunHadStillToCommitIsCommittedOnce() throws Exception {
    feedAndRun();
    Map<String, Long> first = runs.versions(TABLES.toArray(String[]::new));
    feedAndRun();
    for (String table : TABLES) {
      assertThat(table(table).version()).as(table).isEqualTo(first.get(table) + 1);
      table(table).undoNewest();
      table(table).optimize();
    }
    assertThat(runs.runRefused())
        .contains(
            "holds changes that are not in", "(OPTIMIZE)", "Restore the table to the version");
    for (String table : CHANGED) {
      assertThat(table(table).version()).as(table).isEqualTo(first.get(table) + 1);
      table(table).undoNewest();
    }

    feedAndRun();
    assertSameAsUntouched();
  }

  private MaintainedTable table(String name) {
    return new MaintainedTable(temp.resolve("lake").resolve(name));
  }

  private void assertSameAsUntouched() {
    Runs calm = new Runs(untouched);
    calm.run(2);
    for (String table : TABLES) {
      assertThat(runs.rows(table))
          .as(table)
          .hasSizeGreaterThan(5)
          .containsExactlyInAnyOrderElementsOf(calm.rows(table));
    }
  }

  /** Events of two days in any order; ids come, change and go. */
  private void feedAndRun() throws Exception {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      events.add(
          "{\"id\": %d, \"v\": %d, \"op\": \"%s\", \"ts\": \"2026-01-%02dT%02d:00:00.%06dZ\"}"
              .formatted(
                  random.nextInt(40),
                  random.nextInt(10),
                  random.nextInt(5) == 0 ? "D" : "U",
                  batches + 1 + random.nextInt(2),
                  random.nextInt(24),
                  batches * EVENTS + i));
    }
    String name = "feed/" + batches + ".json";
    runs.file(name, events.toArray(String[]::new));
    new Runs(untouched).file(name, events.toArray(String[]::new));
    runs.run(batches % 2 + 1);
    batches++;
  }
}
