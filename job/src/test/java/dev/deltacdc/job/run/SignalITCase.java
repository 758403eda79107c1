/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ctrl-C (SIGINT) and SIGTERM in the middle of a run: it ends soon and tells how far it came, and
 * all tables hold what the same first part of the feed gives.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SignalITCase {

  private static final int EVENTS = 20_000;

  /** Events per second. */
  private static final int SLOW = 1_000;

  private static final String PIPELINE =
      """
      SET 'execution.checkpointing.interval' = '500 ms';
      CREATE TABLE feed (id INT, seq INT, op STRING) WITH ('connector' = 'filesystem',
        'path' = 'feed', 'format' = 'json', 'scan.max-events-per-second' = '%d'%s);
      CREATE STREAMING TABLE latest;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS id, seq;
      CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
      """;
  private static final String CONTINUOUS = ", 'source.monitor-interval' = '200 ms'";

  private record Event(int id, int seq, boolean delete) {
    String json() {
      return "{\"id\": %d, \"seq\": %d, \"op\": \"%s\"}".formatted(id, seq, delete ? "D" : "U");
    }

    String row() {
      return "{\"id\":%d,\"seq\":%d}".formatted(id, seq);
    }
  }

  private static final List<Event> FEED = feed();

  @TempDir Path temp;

  private static List<Event> feed() {
    Random random = new Random(7);
    return IntStream.range(0, EVENTS)
        .mapToObj(seq -> new Event(random.nextInt(500), seq, random.nextInt(10) == 0))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aContinuousRunCommitsWhatItHasReadAndEnds(String signal, int exitCode) throws Exception {
    write(PIPELINE.formatted(SLOW, CONTINUOUS));
    try (PipelineProcess run = start("run")) {
      run.await(() -> rows("facts").size() > 1_000);

      assertThat(run.signal(signal)).as(run.output()).isEqualTo(exitCode);

      int read = checkTables();
      assertThat(read).isBetween(1_000, EVENTS - 1);
      checkOutput(run.output(), read);
      assertThat(run.log()).as("the last commit is in the log").contains(lastCommit("facts"));
    }
  }

  @Test
  void aBoundedRunThatWasStoppedIsFinishedByTheNext() throws Exception {
    write(PIPELINE.formatted(SLOW, ""));
    try (PipelineProcess run = start("first")) {
      run.await(() -> rows("facts").size() > 1_000);
      run.signal("TERM");
      checkOutput(run.output(), checkTables());
    }

    write(PIPELINE.formatted(100 * SLOW, ""));
    try (PipelineProcess run = start("second")) {
      assertThat(run.awaitEnd()).as(run.output()).isZero();
      assertThat(checkTables()).isEqualTo(EVENTS);
    }
  }

  /** The job may not run yet: then nothing is committed. */
  @Test
  void aRunThatIsJustStartingEndsToo() throws Exception {
    write(PIPELINE.formatted(SLOW, CONTINUOUS));
    try (PipelineProcess run = start("run")) {
      run.await(() -> run.output().contains("Flink's web page"));

      assertThat(run.signal("TERM")).as(run.output()).isEqualTo(143);

      checkTables();
      assertThat(run.output()).doesNotContain("\tat ", "Exception");
    }
  }

  private void write(String sql) throws IOException {
    Files.writeString(temp.resolve("p.sql"), sql);
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Files.write(feed.resolve("0.json"), FEED.stream().map(Event::json).toList());
  }

  private PipelineProcess start(String name) throws IOException {
    return PipelineProcess.start(
        temp.resolve(name + ".out"),
        "run",
        temp.resolve("p.sql").toString(),
        "--lake",
        temp.resolve("lake").toString(),
        "--parallelism",
        "2");
  }

  /** All tables are those of one first part of the feed; returns its length. */
  private int checkTables() {
    List<String> facts = rows("facts");
    Map<Integer, Event> latest = new TreeMap<>();
    for (Event event : FEED.subList(0, facts.size())) {
      if (event.delete()) {
        latest.remove(event.id());
      } else {
        latest.put(event.id(), event);
      }
    }
    assertThat(facts)
        .hasSameElementsAs(FEED.subList(0, facts.size()).stream().map(Event::row).toList());
    assertThat(rows("latest"))
        .containsExactlyInAnyOrderElementsOf(latest.values().stream().map(Event::row).toList());
    return facts.size();
  }

  private static void checkOutput(String output, int read) {
    assertThat(output)
        .contains("Stopping.", "Stopped after", "The next run goes on from here")
        .doesNotContain("\tat ", "Exception", "did not stop in time");
    Matcher source = Pattern.compile("source feed +([\\d,]+) ").matcher(output);
    assertThat(source.find()).as(output).isTrue();
    assertThat(Integer.parseInt(source.group(1).replace(",", ""))).isEqualTo(read);
  }

  private String lastCommit(String table) {
    return "Committed version "
        + TableContent.newestVersion(temp.resolve("lake").resolve(table))
        + " of "
        + table
        + ":";
  }

  private List<String> rows(String table) {
    Path path = temp.resolve("lake").resolve(table);
    return Files.exists(path.resolve("_delta_log/00000000000000000000.json"))
        ? TableContent.read(path)
        : List.of();
  }
}
