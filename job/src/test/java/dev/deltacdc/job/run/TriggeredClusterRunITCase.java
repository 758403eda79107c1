/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Triggered runs on a cluster that is there already, which loses its TaskManager in one. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TriggeredClusterRunITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final int EVENTS = 1_500;

  @TempDir Path temp;

  @Test
  void tasksThatStartAgainReadToTheEndToo(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Files.writeString(
        temp.resolve("p.sql"),
        """
        SET 'execution.checkpointing.interval' = '300 ms';
        CREATE TABLE feed (id INT, seq BIGINT) WITH ('connector' = 'filesystem',
          'path' = 'feed', 'format' = 'json', 'scan.max-events-per-second' = '300');
        CREATE STREAMING TABLE latest;
        CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
        CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
        CREATE TABLE others (id INT)
          WITH ('connector' = 'filesystem', 'path' = 'others', 'format' = 'json');
        CREATE STREAMING TABLE apart AS SELECT id FROM STREAM(others);
        """);
    feed(0, EVENTS);
    Files.writeString(
        Files.createDirectories(temp.resolve("others")).resolve("0.json"), "{\"id\": 1}");

    CompletableFuture<String> first = CompletableFuture.supplyAsync(this::run);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> first.isDone() || rows("facts").size() > EVENTS / 4);
    assertThat(first).as("in the middle").isNotDone();
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();

    assertThat(first.get(2, TimeUnit.MINUTES))
        .contains("Submitted as job ")
        .containsPattern("source feed +1,500 +0 +0\n");
    assertThat(rows("facts")).doesNotHaveDuplicates().hasSize(EVENTS);

    // The cluster is told no savepoint: the state is found beside the lake.
    feed(EVENTS, EVENTS + 5);
    assertThat(run())
        .contains("Going on from the state of the last run")
        .containsPattern("source feed +5 +0 +0\n");
    assertThat(rows("facts")).doesNotHaveDuplicates().hasSize(EVENTS + 5);
    assertThat(rows("latest")).hasSize(EVENTS + 5);

    RunFolders folders = new RunFolders(temp.resolve("lake").toString(), Map.of(), "p");
    List<RunFolder> runs = folders.newestFirst();
    assertThat(runs).hasSize(2);
    RunRecord last = RunRecord.read(folders, runs.get(0));
    assertThat(last.mode()).isEqualTo("triggered");
    assertThat(last.state()).isEqualTo("finished");
    assertThat(last.recordsRead("feed")).isEqualTo(5);
    assertThat(last.counts("source", "feed")).containsEntry("read", 5L);
    assertThat(last.commits())
        .extracting(RecordedCommit::table, RecordedCommit::rowsAdded)
        .containsExactly(tuple("facts", 5L), tuple("latest", 5L));
    // What tasks read again that were started again is there once.
    assertThat(RunRecord.read(folders, runs.get(1)).recordsRead("feed")).isEqualTo(EVENTS);

    // Chosen tables: the others' source stays where it is.
    feed(EVENTS + 5, EVENTS + 7);
    Files.writeString(temp.resolve("others/1.json"), "{\"id\": 2}");
    assertThat(run("apart"))
        .containsPattern("source feed +0 +0 +0\n")
        .containsPattern("source others +1 +0 +0\n");
    assertThat(rows("apart")).hasSize(2);
    assertThat(run()).containsPattern("source feed +2 +0 +0\n");
    assertThat(rows("facts")).doesNotHaveDuplicates().hasSize(EVENTS + 7);
  }

  private void feed(int from, int to) throws IOException {
    Path next =
        Files.write(
            temp.resolve("next"),
            IntStream.range(from, to)
                .mapToObj(i -> "{\"id\": %d, \"seq\": %d}".formatted(i, i))
                .toList());
    Path folder = Files.createDirectories(temp.resolve("feed"));
    Files.move(next, folder.resolve(from + ".json"));
  }

  private String run(String... only) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    int code =
        PipelineRun.run(
            new RunOptions(
                temp.resolve("p.sql"),
                temp.resolve("lake").toString(),
                2,
                Map.of(),
                null,
                RunOptions.FullRefresh.NONE,
                RunMode.TRIGGERED,
                List.of(only)),
            print,
            print);
    String printed = out.toString(UTF_8);
    assertThat(code).as(printed).isEqualTo(ExitCode.OK);
    return printed;
  }

  private List<String> rows(String table) {
    Path path = temp.resolve("lake").resolve(table);
    return Files.exists(path.resolve("_delta_log/00000000000000000000.json"))
        ? TableContent.read(path)
        : List.of();
  }
}
