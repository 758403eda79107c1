/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.testing.TableContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A refreshed table has the rows and columns of the feed and file as they are now, no others. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FullRefreshITCase {

  private static final String BEFORE =
      """
      CREATE TABLE feed (id INT, valor STRING, seq TIMESTAMP_LTZ(3))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE STREAMING TABLE latest;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
      CREATE SNAPSHOT TABLE daily SNAPSHOT OF latest EVERY DAY EVENT TIME seq;
      CREATE STREAMING TABLE facts AS SELECT id FROM STREAM(feed);
      """;

  @TempDir Path temp;

  @Test
  void replacesRowsAndColumns() throws Exception {
    feed(event(1, "a"), event(2, "b"));
    assertThat(run(BEFORE, RunOptions.FullRefresh.NONE)).isEmpty();
    assertThat(rows("daily")).hasSize(2);

    feed(event(2, "c"), event(3, "d"));
    String after =
        BEFORE
            .replace("SEQUENCE BY seq;", "SEQUENCE BY seq COLUMNS id, seq;")
            .replace("SELECT id FROM", "SELECT id, valor FROM");
    RunOptions.FullRefresh both = new RunOptions.FullRefresh(false, List.of("latest", "facts"));
    assertThat(run(after, both)).isEmpty();

    assertThat(rows("latest"))
        .containsExactlyInAnyOrder(
            "{\"id\":2,\"seq\":\"2026-01-02T00:00:00Z\"}",
            "{\"id\":3,\"seq\":\"2026-01-02T00:00:00Z\"}");
    assertThat(rows("daily")).hasSize(2).noneMatch(row -> row.contains("\"id\":1"));
    assertThat(rows("facts"))
        .containsExactlyInAnyOrder("{\"id\":2,\"valor\":\"c\"}", "{\"id\":3,\"valor\":\"d\"}");
  }

  @Test
  void ofAllNeedsNoNames() throws Exception {
    feed(event(1, "a"));
    assertThat(run(BEFORE, RunOptions.FullRefresh.NONE)).isEmpty();
    feed(event(2, "b"));
    assertThat(run(BEFORE, new RunOptions.FullRefresh(true, List.of()))).isEmpty();

    for (String table : List.of("latest", "daily", "facts")) {
      assertThat(rows(table)).singleElement().asString().contains("\"id\":2");
    }
  }

  @Test
  void aRefusedOneLeavesTheState() throws Exception {
    feed(event(1, "a"));
    Path savepoint = Files.createDirectories(temp.resolve("lake-state/p/savepoints/1"));
    Path metadata = Files.writeString(savepoint.resolve("_metadata"), "of the last run");
    Files.writeString(
        Files.createDirectories(temp.resolve("lake/facts")).resolve("other.txt"), "x");

    assertThat(run(BEFORE, new RunOptions.FullRefresh(true, List.of())))
        .contains("is not a Delta table");

    assertThat(metadata).exists();
    assertThat(temp.resolve("lake/latest")).doesNotExist();
  }

  /** Runs the pipeline; returns what it says is wrong. */
  private String run(String sql, RunOptions.FullRefresh refresh) throws IOException {
    Path file = Files.writeString(temp.resolve("p.sql"), sql);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PipelineRun.run(
        new RunOptions(
            file,
            temp.resolve("lake").toString(),
            2,
            Map.of(),
            null,
            refresh,
            RunMode.DECLARED,
            List.of()),
        new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
        new PrintStream(err, true, UTF_8));
    return err.toString(UTF_8);
  }

  private void feed(String... events) throws IOException {
    Files.write(
        Files.createDirectories(temp.resolve("feed")).resolve("part.json"), List.of(events));
  }

  private static String event(int id, String valor) {
    return "{\"id\": %d, \"valor\": \"%s\", \"seq\": \"2026-01-02 00:00:00Z\"}"
        .formatted(id, valor);
  }

  private List<String> rows(String table) {
    return TableContent.read(temp.resolve("lake").resolve(table));
  }
}
