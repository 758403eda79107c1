/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.reject.RejectReason;
import dev.deltacdc.functions.snapshot.SnapshotCounters;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.util.OptionalFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSummaryTest {

  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, ts TIMESTAMP_LTZ(3))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE TABLE exports (id INT)
        WITH ('connector' = 'filesystem', 'path' = 'exports', 'format' = 'json',
              'snapshot.version' = 'read-time');
      CREATE STREAMING TABLE latest;
      CREATE FLOW f AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY ts;
      CREATE STREAMING TABLE history;
      CREATE FLOW g AS AUTO CDC INTO history FROM STREAM(feed) KEYS (id) SEQUENCE BY ts
        STORED AS SCD TYPE 2;
      CREATE SNAPSHOT TABLE days SNAPSHOT OF latest EVERY DAY EVENT TIME ts;
      CREATE STREAMING TABLE people;
      CREATE FLOW h AS AUTO CDC INTO people FROM SNAPSHOT exports KEYS (id);
      """;

  @TempDir Path temp;

  private final Map<String, OptionalFailure<Object>> accumulators = new HashMap<>();

  @Test
  void whatIsTooLateForATableIsAWarning() throws Exception {
    count(Step.table("latest"), Counts.APPLIED, 90);
    count(Step.table("latest"), Counts.STALE, 9);
    count(Step.table("days"), SnapshotCounters.TOO_LATE, 10);
    count(Step.table("history"), Counts.APPLIED, 50);
    count(Step.table("history"), Counts.REJECTED, 6);
    count(Step.table("history"), Counts.rejected(RejectReason.TOO_LATE), 6);

    assertThat(summary())
        .contains("ATTENTION: table history: 6 of 50 rejected, mostly too-late 6")
        .contains("ATTENTION: table days: 10 of 99 events came later than LATE EVENTS 3 DAYS");
  }

  @Test
  void dirtIsNoWarning() throws Exception {
    count(Step.table("latest"), Counts.APPLIED, 100);
    count(Step.table("days"), SnapshotCounters.TOO_LATE, 10);

    assertThat(summary()).doesNotContain("ATTENTION");
  }

  @Test
  void rowsOfFullSnapshotsThatChangedNothingAreTold() throws Exception {
    count(Step.flow("h"), Counts.UNCHANGED, 1_234);

    assertThat(summary()).contains("people: 1,234 rows of full snapshots changed nothing");
  }

  private void count(Step step, String counter, long number) {
    accumulators.put(EventCounters.accumulator(step, counter), OptionalFailure.of(number));
  }

  private String summary() throws Exception {
    Path file = Files.writeString(temp.resolve("pipeline.sql"), PIPELINE);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PrintStream print = new PrintStream(out, true, UTF_8)) {
      new RunSummary(
              PipelineLoader.load(file, Map.of()).pipeline().orElseThrow(),
              RunCounters.of(new JobExecutionResult(new JobID(), 0, accumulators)),
              RunMode.DECLARED)
          .print(print);
    }
    return out.toString(UTF_8);
  }
}
