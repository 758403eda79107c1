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
import dev.deltacdc.testing.TableContent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** As the main class does after {@code flink run}: the environment is the cluster's. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ClusterRunITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = new MiniClusterExtension();

  @TempDir Path temp;

  @Test
  void runsOnTheClusterItWasSubmittedTo() throws Exception {
    Files.writeString(
        temp.resolve("feed.json"), "{\"id\": 1, \"seq\": 2}\n{\"id\": 1, \"seq\": 1}\n");
    Path file =
        Files.writeString(
            temp.resolve("pipeline.sql"),
            """
            CREATE TABLE feed (id INT, seq BIGINT)
              WITH ('connector' = 'filesystem', 'path' = 'feed.json', 'format' = 'json');
            CREATE STREAMING TABLE current_rows;
            CREATE FLOW apply AS AUTO CDC INTO current_rows
              FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
            """);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int code =
        PipelineRun.run(
            new RunOptions(file, temp.resolve("lake").toString(), 1, Map.of()),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));

    assertThat(code).as(err.toString(UTF_8)).isEqualTo(ExitCode.OK);
    assertThat(out.toString(UTF_8))
        .doesNotContain("web page")
        .containsPattern("current_rows +1 +1 +0 +1 \\(up to 1\\) +0 +1 +1 +1\n");
    assertThat(TableContent.read(temp.resolve("lake/current_rows")))
        .containsExactly("{\"id\":1,\"seq\":2}");
    RunFolders folders = new RunFolders(temp.resolve("lake").toString(), Map.of(), name(file));
    RunFolder folder = folders.newestFirst().get(0);
    RunRecord record = RunRecord.read(folders, folder);
    assertThat(record.state()).isEqualTo("finished");
    assertThat(record.counts("flow", "apply")).containsEntry("read", 2L);
    assertThat(record.commits())
        .extracting(commit -> commit.table() + " " + commit.readFrom(1))
        .containsExactly("current_rows feed feed.json:1-2");
  }

  private static String name(Path file) {
    return file.toAbsolutePath().getParent().getFileName().toString();
  }
}
