/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the main class reads, writes and prints is UTF-8 also where the locale is not. */
@Timeout(value = 8, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocaleITCase {

  @TempDir Path temp;

  @Test
  void textIsUtf8InTheLocaleC() throws Exception {
    Path file =
        Files.writeString(
            temp.resolve("pipeline.sql"),
            """
            CREATE TABLE feed (id INT, `região` STRING)
              WITH ('connector' = 'filesystem', 'path' = 'feed.json', 'format' = 'json');
            CREATE STREAMING TABLE orders PARTITIONED BY (`região`)
              AS SELECT * FROM STREAM(feed) WHERE `região` <> 'é';
            """);
    Files.writeString(
        temp.resolve("feed.json"),
        """
        {"id": 1, "região": "São \uD83D\uDE00"}
        {"id": 2, "região": "é"}
        {"id": "três", "região": "x"}
        """);
    String lake = temp.resolve("lake").toString();

    assertThat(run("run", file.toString(), "--lake", lake))
        .contains("'três' is not a number")
        .contains("Finished after");
    assertThat(TableContent.read(temp.resolve("lake/orders")))
        .containsExactly("{\"id\":1,\"região\":\"São \uD83D\uDE00\"}");

    assertThat(run("show", "orders", "--lake", lake))
        .isEqualTo(
            """
            +----+--------+
            | id | região |
            +----+--------+
            |  1 | São \uD83D\uDE00  |
            +----+--------+
            1 row
            """);
    assertThat(run("show", "orders", "--lake", lake, "--where", "id = 1", "--format", "csv"))
        .isEqualTo("id,região\n1,São \uD83D\uDE00\n");
    assertThat(run("show", "orders", "--lake", lake, "--format", "json"))
        .contains("São \uD83D\uDE00");

    Files.writeString(file, "CREATE STREAMIN TABLE `ação`;");
    assertThat(run("validate", file.toString())).contains("    CREATE STREAMIN TABLE `ação`;");
    assertThat(run("validate", "ação.sql")).contains("set LC_ALL=C.UTF-8");
  }

  private String run(String... args) throws Exception {
    try (PipelineProcess process =
        PipelineProcess.start(temp.resolve("output"), Map.of("LC_ALL", "C"), args)) {
      process.awaitEnd();
      return process.output();
    }
  }
}
