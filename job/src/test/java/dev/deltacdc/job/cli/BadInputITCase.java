/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input gives a clear error, no stack trace, and leaves what was there as it was. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BadInputITCase {
  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, v STRING, tags MAP<STRING, STRING>, changed_at TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed.json', 'format' = 'json');
      CREATE STREAMING TABLE target;
      CREATE FLOW one AS AUTO CDC INTO target FROM STREAM(feed) KEYS (id) SEQUENCE BY changed_at COLUMNS id, v, changed_at;
      """;

  @TempDir private Path folder;
  private Path lake;

  @BeforeEach
  void write() throws Exception {
    lake = folder.resolve("lake");
    Files.writeString(
        folder.resolve("feed.json"),
        "{\"id\":1,\"v\":\"x\",\"changed_at\":\"2026-01-01T00:00:00Z\"}\n");
  }

  private Cli run(String pipeline) throws Exception {
    Path file = Files.writeString(folder.resolve("bad.sql"), pipeline);
    Cli run = Cli.run("run", file.toString(), "--lake", lake.toString(), "--parallelism", "1");
    assertThat(run.err()).doesNotContain("\tat ").doesNotContain("NullPointerException");
    return run;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "KEYS (id)                | KEYS (idd)             | idd",
        "SEQUENCE BY changed_at         | SEQUENCE BY tags       | tags",
        "'feed.json'              | 'absent.json'          | absent.json",
        "'connector' = 'filesystem' | 'connector' = 'filesystm' | filesystm",
        "'format' = 'json'        | 'format' = 'json', 'formt' = 'x' | formt",
        "STREAM(feed)             | STREAM(fed)            | fed",
        "CREATE STREAMING TABLE target | CREATE STREAMING TABLE `../target` | ../target",
      })
  void aMistakeInTheFileIsNamed(String right, String wrong, String named) throws Exception {
    assertThat(PIPELINE).contains(right);

    Cli run =
        run(
            PIPELINE
                .replace(right, wrong)
                .replace(
                    "INTO target", wrong.contains("../") ? "INTO `../target`" : "INTO target"));

    assertThat(run.code()).as(run.out() + run.err()).isNotZero();
    assertThat(run.err()).contains(named);
    assertThat(lake.resolve("target")).doesNotExist();
    assertThat(folder.resolve("target")).doesNotExist();
  }

  @Test
  void twoFlowsWithDifferentKeysAreRefused() throws Exception {
    Cli run =
        run(
            PIPELINE
                + "CREATE FLOW two AS AUTO CDC INTO target FROM STREAM(feed) KEYS (v) SEQUENCE BY changed_at COLUMNS id, v, changed_at;");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("bad.sql:5:").containsIgnoringCase("keys");
  }

  @Test
  void aFolderWithSomethingElseIsLeftAlone() throws Exception {
    Path file = Files.createDirectories(lake.resolve("target")).resolve("mine.txt");
    Files.writeString(file, "mine");

    Cli run = run(PIPELINE);

    assertThat(run.code()).as(run.out()).isEqualTo(1);
    assertThat(run.err()).contains(lake.resolve("target").toString());
    assertThat(file).hasContent("mine");
    assertThat(lake.resolve("target/_delta_log")).doesNotExist();
  }

  @Test
  void aTableWithOtherColumnsIsLeftAlone() throws Exception {
    SampleTable.write(lake.resolve("target"));

    Cli run = run(PIPELINE);

    assertThat(run.code()).as(run.out()).isEqualTo(1);
    assertThat(run.err()).contains("target").contains("column");
    assertThat(Cli.run("show", "target", "--lake", lake.toString(), "--count").out())
        .isEqualTo("1400\n");
  }

  @Test
  void aLakeThatCannotBeWrittenIsNamed() throws Exception {
    lake = Files.writeString(folder.resolve("file"), "x").resolve("lake");

    Cli run = run(PIPELINE);

    assertThat(run.code()).as(run.out()).isEqualTo(1);
    assertThat(run.err()).contains(folder.resolve("file").toString());
  }

  /** Also as root, who may write everywhere on the disk. */
  @ParameterizedTest(name = "told when asked {0}")
  @ValueSource(booleans = {true, false})
  void aLakeWithoutPermissionToWriteIsNamed(boolean tells) throws Exception {
    Path file = Files.writeString(folder.resolve("bad.sql"), PIPELINE);
    List<String> args = new ArrayList<>(DenyingFileSystem.settings(tells));
    args.addAll(0, List.of("run", file.toString(), "--lake", "denying://bucket" + lake, "--state"));
    args.add(5, folder.resolve("state").toString());

    Cli run = Cli.run(args.toArray(String[]::new));

    assertThat(run.code()).as(run.out()).isEqualTo(1);
    assertThat(run.err())
        .contains("denying://bucket" + lake, "no right to write")
        .contains("write permission")
        .doesNotContain("\tat ");
    assertThat(lake).doesNotExist();
  }

  @Test
  void aSecondRunIntoAnAppendTableStopsWithAdvice() throws Exception {
    String append =
        PIPELINE.lines().limit(3).reduce("", (a, b) -> a + b + "\n")
            + "CREATE FLOW one AS INSERT INTO target SELECT id, v FROM STREAM(feed);";
    Cli first = run(append);
    assertThat(first.code()).as(first.out() + first.err()).isZero();

    Cli second = run(append);

    assertThat(second.code()).isEqualTo(1);
    assertThat(second.err()).contains("target").contains("sink.append.existing-rows");
    assertThat(Cli.run("show", "target", "--lake", lake.toString(), "--count").out())
        .isEqualTo("1\n");
  }
}
