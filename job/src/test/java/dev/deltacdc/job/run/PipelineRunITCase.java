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
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PipelineRunITCase {

  private static final String CURRENT =
      """
      CREATE TABLE feed (id INT, valor STRING, seq BIGINT)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE STREAMING TABLE current_rows;
      CREATE FLOW apply AS AUTO CDC INTO current_rows FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
      """;

  private static final String FACTS =
      """
      CREATE STREAMING TABLE facts AS SELECT id, 100 / id AS share FROM STREAM(feed);
      """;

  @TempDir Path temp;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aBoundedRunEndsWithASummary() throws IOException {
    feed(event(1, "a", 1), event(1, "b", 2), event(2, "c", 1), event(1, "old", 1), "no json");

    assertThat(run(CURRENT)).as(err.toString(UTF_8)).isEqualTo(ExitCode.OK);

    assertThat(out.toString(UTF_8))
        .contains("Flink's web page: http://127.0.0.1:")
        .containsPattern("source feed +5 +1 +0\n")
        .containsPattern("flow apply into current_rows +4 +0 +0\n")
        .containsPattern("current_rows +3 +1 +0 +1 \\(up to 1\\) +0 +2 +1 +1\n")
        .containsPattern("Finished after \\d+ s\\.");
    assertThat(TableContent.read(temp.resolve("lake/current_rows")))
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"valor\":\"b\",\"seq\":2}", "{\"id\":2,\"valor\":\"c\",\"seq\":1}");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void aSourceAndAFlowOfOneNameCountForThemselves() throws IOException {
    feed(event(1, "a", 1), event(1, "b", 2), "no json", "{\"valor\": \"no key\", \"seq\": 1}");

    assertThat(run(CURRENT.replace("FLOW apply", "FLOW feed")))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.OK);

    assertThat(out.toString(UTF_8))
        .containsPattern("source feed +4 +1 +0\n")
        .containsPattern("flow feed into current_rows +3 +1 +0\n")
        .contains("rejected by source feed: unparsable 1")
        .contains("rejected by flow feed: null-key 1");
  }

  @Test
  void whenOverATenthIsRejectedThatComesFirst() throws IOException {
    feed(event(1, "a", 1), "{\"id\": \"x\"}", "{\"id\": \"y\"}", "{", event(2, "b", 1));

    assertThat(run(CURRENT)).isEqualTo(ExitCode.OK);

    Pattern progress = Pattern.compile("\\d+ s: .*");
    List<String> lines =
        out.toString(UTF_8).lines().filter(progress.asMatchPredicate().negate()).toList();
    assertThat(lines.get(1))
        .startsWith(
            "ATTENTION: source feed: 3 of 5 rejected, mostly misfit 2, e.g. feed/part.json:2");
  }

  @Test
  void anAppendTableWithRowsStopsTheRunBeforeAnythingIsWritten() throws IOException {
    feed(event(1, "a", 1));
    assertThat(
            run(
                "CREATE TABLE feed (id INT) WITH ('connector' = 'filesystem', 'path' = 'feed',"
                    + " 'format' = 'json');"
                    + FACTS))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.OK);

    assertThat(run(CURRENT + FACTS)).isEqualTo(ExitCode.FAILED);

    assertThat(err.toString(UTF_8))
        .startsWith("Append table facts has rows already (")
        .contains("--lake");
    assertThat(temp.resolve("lake/current_rows")).doesNotExist();
  }

  @Test
  void aFailingExpressionNamesItsFlowWithoutAStackTrace() throws IOException {
    feed(event(0, "a", 1));

    assertThat(run(CURRENT + FACTS)).isEqualTo(ExitCode.FAILED);

    assertThat(err.toString(UTF_8).lines().findFirst().orElse(""))
        .isEqualTo("Failed: flow facts, column share: ArithmeticException: / by zero");
    assertThat(err.toString(UTF_8)).doesNotContain("\tat ");
  }

  @Test
  void aMissingSourceIsNamed() {
    assertThat(run(CURRENT)).isEqualTo(ExitCode.FAILED);

    assertThat(err.toString(UTF_8)).startsWith("source 'feed': there is no file or folder ");
    assertThat(temp.resolve("lake")).doesNotExist();
  }

  @Test
  void aSourceWithoutFilesIsPointedOut() throws IOException {
    Files.writeString(Files.createDirectories(temp.resolve("feed")).resolve("_temporary"), "x");

    assertThat(run(CURRENT)).as(err.toString(UTF_8)).isEqualTo(ExitCode.OK);

    assertThat(out.toString(UTF_8))
        .contains("ATTENTION: source feed: nothing was read. Are there files in 'feed'?");
  }

  @Test
  void onInvalidFailStopsAtARecordThatCannotBeRead() throws IOException {
    feed(event(1, "a", 1), "no json");

    assertThat(run("SET 'on-invalid' = 'fail';" + CURRENT)).isEqualTo(ExitCode.FAILED);

    assertThat(err.toString(UTF_8))
        .startsWith("Failed: feed cannot take the event at feed feed/part.json:2: unparsable");
    assertThat(temp.resolve("lake/pipeline_quarantine")).doesNotExist();
  }

  @Test
  void aFileWithErrorsIsNotRun() {
    assertThat(run(CURRENT.replace("KEYS (id)", "KEYS (ide)"))).isEqualTo(ExitCode.INVALID);

    assertThat(err.toString(UTF_8))
        .contains("pipeline.sql:4:")
        .contains("ide")
        .contains("1 error.");
  }

  private void feed(String... lines) throws IOException {
    Path folder = Files.createDirectories(temp.resolve("feed"));
    Files.write(folder.resolve("part.json"), List.of(lines));
  }

  private static String event(int id, String valor, int sequence) {
    return "{\"id\": %d, \"valor\": \"%s\", \"seq\": %d}".formatted(id, valor, sequence);
  }

  private int run(String sql) {
    try {
      Path file = Files.writeString(temp.resolve("pipeline.sql"), sql);
      return PipelineRun.run(
          new RunOptions(file, temp.resolve("lake").toString(), 1, Map.of()),
          new PrintStream(out, true, UTF_8),
          new PrintStream(err, true, UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
