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
import dev.deltacdc.job.resolve.ResolvedPipeline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.util.OptionalFailure;
import org.apache.flink.util.SerializedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {

  @TempDir Path temp;

  @Test
  void addsUpFlowsTablesAndCommits() throws IOException {
    ResolvedPipeline pipeline = pipeline();
    Map<String, Long> counts =
        Map.of(
            EventCounters.accumulator(Step.source("feed"), Counts.READ),
            1000L,
            EventCounters.accumulator(Step.flow("feed"), Counts.READ),
            1000L,
            EventCounters.accumulator(Step.flow("facts"), Counts.READ),
            500L,
            EventCounters.accumulator(Step.flow("facts"), Counts.APPLIED),
            400L,
            EventCounters.accumulator(Step.table("current_rows"), Counts.APPLIED),
            900L,
            "deltacdc-sink/current_rows/commits",
            3L,
            "deltacdc-sink/facts/commits",
            2L,
            "deltacdc-sink/p_quarantine/commits",
            1L);

    assertThat(lines(pipeline, counts, Duration.ofSeconds(10)))
        .isEqualTo("10 s: events read 1,500, applied 1,300, checkpoints 7, commits 6\n");
    assertThat(lines(pipeline, Map.of(), Duration.ofSeconds(11)))
        .isEqualTo("11 s: events read 0, applied 0, checkpoints 7, commits 0\n");
    assertThat(lines(pipeline, counts, Duration.ofSeconds(9))).as("a line now and then").isEmpty();
  }

  private static String lines(ResolvedPipeline pipeline, Map<String, Long> counts, Duration elapsed)
      throws IOException {
    Map<String, SerializedValue<OptionalFailure<Object>>> accumulators = new HashMap<>();
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      accumulators.put(
          count.getKey(), new SerializedValue<>(OptionalFailure.of((Object) count.getValue())));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Progress(pipeline, new PrintStream(out, true, UTF_8), /* terminal= */ false)
        .update(elapsed, RunCounters.of(accumulators), 7);
    return out.toString(UTF_8);
  }

  private ResolvedPipeline pipeline() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("p.sql"),
            """
            CREATE TABLE feed (id INT, seq BIGINT)
              WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
            CREATE STREAMING TABLE current_rows;
            CREATE FLOW feed AS AUTO CDC INTO current_rows
              FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
            CREATE STREAMING TABLE facts AS SELECT id FROM STREAM(feed);
            """);
    return PipelineLoader.load(file, Map.of()).pipeline().orElseThrow();
  }
}
