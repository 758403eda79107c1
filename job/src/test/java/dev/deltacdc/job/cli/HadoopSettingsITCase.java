/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Settings for Hadoop reach whatever touches the lake, and the files of a source. */
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HadoopSettingsITCase {

  private static final String PIPELINE =
      """
      SET 'flink.hadoop.fs.guarded.password' = 'open sesame';
      CREATE TABLE feed (id INT, name STRING, at_ TIMESTAMP_LTZ(3))
        WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'json');
      CREATE STREAMING TABLE people;
      CREATE FLOW changes AS AUTO CDC INTO people FROM STREAM(feed) KEYS (id) SEQUENCE BY at_;
      CREATE SNAPSHOT TABLE daily SNAPSHOT OF people EVERY DAY
        EVENT TIME at_ START DATE '2026-01-01' RETAIN 30 DAYS;
      """;

  @TempDir Path temp;

  @Test
  void reachWriterCommitterRestoreAndShow() throws IOException {
    Path feed =
        Files.writeString(
            temp.resolve("feed.json"),
            """
            {"id": 1, "name": "ann", "at_": "2026-01-01T10:00:00Z"}
            {"id": 1, "name": "bea", "at_": "2026-01-02T10:00:00Z"}
            no json
            """);
    Path file =
        Files.writeString(
            temp.resolve("pipeline.sql"), PIPELINE.formatted(GuardedFileSystem.uri(feed)));
    String lake = GuardedFileSystem.uri(temp.resolve("lake"));

    Cli withoutSettings = Cli.run("run", file.toString(), "--lake", lake);
    assertThat(withoutSettings.code()).isEqualTo(1);
    assertThat(withoutSettings.err()).contains("guarded");

    for (int run = 0; run < 2; run++) { // the second finds tables, and fills its index from them
      Cli cli =
          Cli.run(
              with(GuardedFileSystem.SETTINGS.keySet(), "run", file.toString(), "--lake", lake));
      assertThat(cli.code()).as(cli.out() + cli.err()).isZero();
    }

    List<String> names = new ArrayList<>(GuardedFileSystem.SETTINGS.keySet());
    names.add(GuardedFileSystem.PASSWORD);
    assertThat(show(names, "people", lake, "--format", "csv").out())
        .isEqualTo("id,name,at_\n1,bea,2026-01-02 10:00:00Z\n");
    assertThat(show(names, "daily", lake, "--count").out()).isEqualTo("2\n");
    assertThat(show(names, "daily", lake, "--count", "--where", "name = 'ann'").out())
        .isEqualTo("1\n");
    assertThat(show(List.of(), "people", lake).code()).isEqualTo(1);
    Cli other = Cli.run("show", "people", "--set", "fs.guarded.password=x");
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err()).contains("only flink.hadoop.KEY does");
    Cli unset = Cli.run("show", "people", "--set", "flink.hadoop.x=${env:NOT_SET_ANYWHERE}");
    assertThat(unset.code()).isEqualTo(2);
    assertThat(unset.err()).contains("NOT_SET_ANYWHERE");
  }

  private static Cli show(List<String> settings, String table, String lake, String... more) {
    List<String> args = new ArrayList<>(List.of("show", table, "--lake", lake));
    args.addAll(List.of(more));
    return Cli.run(with(settings, args.toArray(String[]::new)));
  }

  private static String[] with(Iterable<String> keys, String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    for (String key : keys) {
      all.add("--set");
      all.add(
          "flink.hadoop."
              + key
              + "="
              + GuardedFileSystem.SETTINGS.getOrDefault(key, "open sesame"));
    }
    return all.toArray(String[]::new);
  }
}
