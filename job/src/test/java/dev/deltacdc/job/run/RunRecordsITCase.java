/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.record.RunFolders;
import dev.deltacdc.job.record.RunRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the lake knows of embedded runs. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RunRecordsITCase {

  private static final String PIPELINE =
      """
      SET 'pipeline.name' = 'shares';
      CREATE TABLE feed (id INT) WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE STREAMING TABLE latest (CONSTRAINT small EXPECT (id < 10) ON VIOLATION DROP ROW);
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN 100 / id > 1000 SEQUENCE BY id;
      """;

  @TempDir Path temp;

  private RunFolders folders;
  private Path file;

  @BeforeEach
  void pipeline() throws Exception {
    Files.createDirectories(temp.resolve("feed"));
    file = Files.writeString(temp.resolve("pipeline.sql"), PIPELINE);
    folders = new RunFolders(temp.resolve("lake").toString(), Map.of(), "shares");
  }

  @Test
  void theNewestRunsAreThereWithTheirCounts() throws Exception {
    feed("a", "{\"id\": 1}", "{\"id\": 2}", "{\"id\": 20}");
    run(Map.of("run-record.keep", "0"), ExitCode.OK);
    assertThat(folders.newestFirst()).isEmpty();
    run(Map.of(), ExitCode.OK);
    RunFolder second = folders.newestFirst().get(0);
    run(Map.of(), ExitCode.OK);
    run(Map.of("run-record.keep", "2"), ExitCode.OK);

    List<RunFolder> runs = folders.newestFirst();
    assertThat(runs).hasSize(2).doesNotContain(second);
    RunRecord newest = RunRecord.read(folders, runs.get(0));
    assertThat(newest.state()).isEqualTo("finished");
    assertThat(newest.took()).isPresent();
    assertThat(newest.counts("flow", "apply"))
        .containsEntry("read", 3L)
        .containsEntry("dropped", 1L)
        .containsEntry("failed/small", 1L);
    assertThat(newest.counts("table", "latest")).containsEntry("rows", 2L);
    assertThat(newest.recordsRead("feed")).isEqualTo(3);
  }

  @Test
  void aFailureIsTold() throws Exception {
    feed("a", "{\"id\": 0}");

    run(Map.of(), ExitCode.FAILED);

    RunRecord record = RunRecord.read(folders, folders.newestFirst().get(0));
    assertThat(record.state()).isEqualTo("failed");
    assertThat(record.error().orElseThrow()).contains("/ by zero");
    assertThat(record.commits()).isEmpty();
  }

  @Test
  void aLineThatWasCutOffAndEventsOfLaterVersionsAreNoMatter() throws Exception {
    RunFolder folder = folders.next();
    Path written = Files.createDirectories(Path.of(folder.uri()));
    Files.writeString(
        written.resolve("client-1-00000.jsonl"),
        """
        {"record":2,"event":"something_new"}
        {"event":"source_read","reader":"source/feed","source":"feed","epoch":1,"records":5}
        {"event":"source_read","reader":"sou""");

    RunRecord record = RunRecord.read(folders, folder);

    assertThat(record.state()).isEqualTo("running");
    assertThat(record.recordsRead("feed")).isEqualTo(5);
  }

  private void feed(String name, String... lines) throws Exception {
    Files.write(temp.resolve("feed/" + name + ".json"), List.of(lines));
  }

  private void run(Map<String, String> settings, int expected) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        PipelineRun.run(
            new RunOptions(file, temp.resolve("lake").toString(), 1, settings),
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
            new PrintStream(err, true, UTF_8));
    assertThat(code).as(err.toString(UTF_8)).isEqualTo(expected);
  }
}
