/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.record.RecordedCommit;
import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.record.RunFolders;
import dev.deltacdc.job.record.RunRecord;
import dev.deltacdc.testing.TableContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Embedded runs go on where the last one was stopped or killed, also with a changed pipeline. */
@Timeout(value = 6, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StateITCase {

  private static final String SOURCE =
      """
      SET 'execution.checkpointing.interval' = '1 s';
      CREATE TABLE feed (id INT, valor STRING, seq BIGINT) WITH ('connector' = 'filesystem',
        'path' = 'feed', 'format' = 'json', 'source.monitor-interval' = '200 ms');
      """;
  private static final String TABLES =
      """
      CREATE STREAMING TABLE latest;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
      CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
      """;

  @TempDir Path temp;

  /** Every event once in the append table, whatever happened; a changed pipeline reads it all. */
  @Test
  void aStoppedAKilledAndAChangedRunGoOn() throws Exception {
    pipeline(SOURCE + TABLES);
    feed(0);
    try (PipelineProcess run = run("first")) {
      run.await(() -> rows("facts").size() == 10);
      run.terminate();
      assertThat(run.output()).contains("Stopping.", "The next run goes on from here");
    }
    assertThat(rows("latest")).hasSize(10);

    feed(1);
    try (PipelineProcess run = run("second", "--parallelism", "3")) {
      run.await(() -> rows("facts").size() == 20 && rows("latest").size() == 20);
      assertThat(run.output()).contains("Going on from the state of the last run");
      run.kill();
    }

    // A new flow into an old table, a new table: both get the old events too.
    pipeline(
        SOURCE
            + TABLES
            + """
            CREATE FLOW again AS AUTO CDC INTO latest
              FROM STREAM(feed) KEYS (id) SEQUENCE BY seq COLUMNS id, valor, seq;
            CREATE STREAMING TABLE valores AS SELECT valor FROM STREAM(feed);
            """);
    feed(2);
    try (PipelineProcess run = run("third")) {
      run.await(() -> rows("facts").size() == 30 && rows("valores").size() == 30);
      run.terminate();
    }
    assertThat(rows("facts")).doesNotHaveDuplicates().hasSize(30);
    assertThat(rows("valores")).doesNotHaveDuplicates().hasSize(30);
    assertThat(rows("latest")).hasSize(30);

    // Both generations go on.
    feed(3);
    try (PipelineProcess run = run("fourth")) {
      run.await(() -> rows("facts").size() == 40 && rows("valores").size() == 40);
      run.terminate();
    }
    assertThat(rows("facts")).doesNotHaveDuplicates();
    assertThat(rows("valores")).doesNotHaveDuplicates();

    assertEachRunRecordedWhatItRead();

    // What cannot go on is refused before anything is written.
    Map<String, Integer> before = versions();
    String pairs =
        """
        CREATE STREAMING TABLE pairs AS SELECT a.id, b.seq FROM STREAM(feed) AS a
          JOIN STREAM(feed) AS b ON a.id = b.seq;
        """;
    pipeline(SOURCE + TABLES + pairs);
    try (PipelineProcess run = run("fifth")) {
      run.await(() -> rows("pairs").size() == 40);
      run.terminate();
    }
    pipeline(SOURCE + TABLES + pairs.replace("ON a.id = b.seq", "ON a.id = b.seq + 1"));
    assertThat(runHere()).contains("The query of flow pairs keeps state", "--full-refresh pairs");
    assertThat(rows("facts")).doesNotHaveDuplicates().hasSize(40);
    assertThat(versions()).isEqualTo(before);
  }

  /** The third has a second generation of flows, which reads all; each later one reads twice. */
  private void assertEachRunRecordedWhatItRead() throws Exception {
    RunFolders folders = new RunFolders(temp.resolve("my lake").toString(), Map.of(), "p");
    List<RunRecord> runs = new ArrayList<>();
    for (RunFolder folder : folders.newestFirst()) {
      runs.add(RunRecord.read(folders, folder));
    }
    assertThat(runs)
        .extracting(RunRecord::state)
        .containsExactly("stopped", "stopped", "running", "stopped");
    assertThat(runs).extracting(run -> run.recordsRead("feed")).containsExactly(20L, 40L, 10L, 10L);
    for (int run : new int[] {0, 1, 3}) {
      List<RecordedCommit> facts =
          runs.get(run).commits().stream().filter(c -> c.table().equals("facts")).toList();
      assertThat(facts.stream().mapToLong(RecordedCommit::rowsAdded).sum()).isEqualTo(10);
      assertThat(
              facts.stream()
                  .flatMap(commit -> commit.reads().stream())
                  .mapToLong(RecordedCommit.Read::records)
                  .sum())
          .isEqualTo(10);
    }
  }

  @Test
  void thereIsOneRunAtATime() throws Exception {
    pipeline(SOURCE + TABLES);
    feed(0);
    try (StateFolder other = StateFolder.open(temp.resolve("my lake-state"), "p")) {
      assertThat(runHere())
          .contains("Another run of pipeline p is going on", other.path().toString());
    }
    assertThat(temp.resolve("my lake")).doesNotExist();
  }

  private PipelineProcess run(String name, String... more) throws IOException {
    List<String> args =
        new ArrayList<>(
            List.of(
                "run",
                temp.resolve("p.sql").toString(),
                "--lake",
                temp.resolve("my lake").toString()));
    args.addAll(List.of(more));
    return PipelineProcess.start(temp.resolve(name + ".log"), args.toArray(new String[0]));
  }

  /** Runs what cannot start; returns what is printed. */
  private String runHere() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    int code =
        PipelineRun.run(
            new RunOptions(temp.resolve("p.sql"), temp.resolve("my lake").toString(), 1, Map.of()),
            print,
            print);
    assertThat(code).isNotZero();
    return out.toString(UTF_8);
  }

  private void pipeline(String sql) throws IOException {
    Files.writeString(temp.resolve("p.sql"), sql);
  }

  private void feed(int file) throws IOException {
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Path hidden = feed.resolve("." + file);
    Files.write(
        hidden,
        IntStream.range(file * 10, file * 10 + 10)
            .mapToObj(i -> "{\"id\": %d, \"valor\": \"v%d\", \"seq\": %d}".formatted(i, i, i))
            .toList());
    Files.move(hidden, feed.resolve(file + ".json"));
  }

  private List<String> rows(String table) {
    Path path = temp.resolve("my lake").resolve(table);
    return Files.exists(path.resolve("_delta_log/00000000000000000000.json"))
        ? TableContent.read(path)
        : List.of();
  }

  private Map<String, Integer> versions() throws IOException {
    Map<String, Integer> versions = new TreeMap<>();
    for (String table : List.of("latest", "facts", "valores")) {
      try (var files = Files.list(temp.resolve("my lake").resolve(table).resolve("_delta_log"))) {
        versions.put(table, (int) files.count());
      }
    }
    return versions;
  }
}
