/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TestTable;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.record.RecordedCommit;
import dev.deltacdc.job.record.RunEvents;
import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.record.RunFolders;
import dev.deltacdc.job.record.RunRecord;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a job records: of which positions of its sources the rows of each commit are. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class RunRecordITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, seq BIGINT)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json'%s);
      CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
      CREATE STREAMING TABLE latest;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(facts) KEYS (id) SEQUENCE BY seq;
      """;

  private static final Map<String, Set<String>> READERS =
      Map.of("facts", Set.of("source/feed"), "latest", Set.of("source/feed"));

  @TempDir Path temp;

  private Path lake;
  private RunFolders folders;
  private RunFolder folder;

  @BeforeEach
  void start() throws Exception {
    Files.createDirectories(temp.resolve("feed"));
    lake = temp.resolve("lake");
    folders = new RunFolders(lake.toString(), Map.of(), "test");
    folder = folders.next();
    // As the client does, which knows the pipeline.
    folder
        .file("client")
        .add(
            List.of(
                RunEvents.started(
                    "test", folder, "declared", false, null, null, Set.of(), Set.of(), READERS)));
  }

  @Test
  void aCommitHasWhatWasReadBetweenTwoCheckpoints(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    feed("a", 1, 100);
    PipelineJob job =
        PipelineJob.recorded(
            cluster,
            pipeline(", 'source.monitor-interval' = '50 ms'"),
            lake,
            PipelineJob.configuration(temp),
            folder);
    job.awaitRead(Step.source("feed"), 100);
    job.checkpoint();
    job.awaitVersion(lake.resolve("facts"), 1);
    job.awaitVersion(lake.resolve("latest"), 1);
    feed("b", 101, 130);
    feed("c", 131, 140);
    job.awaitRead(Step.source("feed"), 140);
    job.stop();

    RunRecord record = RunRecord.read(folders, folder);
    List<RecordedCommit> commits = record.commits();
    assertThat(commits)
        .extracting(RecordedCommit::table, RecordedCommit::version)
        .containsExactly(
            tuple("facts", 1L), tuple("facts", 2L), tuple("latest", 1L), tuple("latest", 2L));
    for (int table = 0; table < 4; table += 2) {
      assertThat(commits.get(table).rowsAdded()).isEqualTo(100);
      assertThat(ranges(commits.get(table))).containsExactly(path("a") + ":1-100");
      assertThat(commits.get(table + 1).rowsAdded()).isEqualTo(40);
      assertThat(ranges(commits.get(table + 1)))
          .containsExactly(path("b") + ":1-30", path("c") + ":1-10");
    }
    assertThat(record.recordsRead("feed")).isEqualTo(140);
  }

  @Test
  void ofADeltaTableVersionsFilesAndRowsAreTold(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    TestTable table = TestTable.upsert(temp.resolve("table"));
    table.append(TestTable.ids(0, 50));
    table.append(TestTable.ids(50, 60));
    table.delete(table.liveFiles().get(0), 0);
    Set<String> first = files(table);
    Path file =
        Files.writeString(
            temp.resolve("test.sql"),
            """
            CREATE TABLE feed (id INT) WITH ('connector' = 'delta', 'table-path' = 'table',
              'updateCheckIntervalMillis' = '50');
            CREATE STREAMING TABLE facts AS SELECT id FROM STREAM(feed);
            """);
    PipelineJob job =
        PipelineJob.recorded(cluster, file, lake, PipelineJob.configuration(temp), folder);
    job.awaitRead(Step.source("feed"), 59);
    job.checkpoint();
    job.awaitVersion(lake.resolve("facts"), 1);
    table.append(TestTable.ids(60, 90));
    job.awaitRead(Step.source("feed"), 89);
    job.stop();

    List<RecordedCommit> commits = RunRecord.read(folders, folder).commits();
    Set<String> added = files(table);
    added.removeAll(first);
    assertThat(commits).extracting(RecordedCommit::rowsAdded).containsExactly(59L, 30L);
    assertThat(ranges(commits.get(0)))
        .allSatisfy(range -> assertThat(range).matches("v3/.*\\.parquet:[01]-(49|9)"));
    assertThat(commits.get(0).reads().get(0).splits()).isEqualTo(2);
    assertThat(ranges(commits.get(1))).containsExactly("v4/" + added.iterator().next() + ":0-29");
    assertThat(commits.get(1).readFrom(3)).startsWith("feed v4/");
  }

  private static Set<String> files(TestTable table) {
    return table.liveFiles().stream().map(LiveFile::path).collect(Collectors.toSet());
  }

  @Test
  void aLostTaskManagerNeitherRepeatsNorLosesLines(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    feed("a", 1, 500);
    feed("b", 501, 1000);
    PipelineJob job =
        PipelineJob.recorded(
            cluster,
            pipeline(", 'scan.max-events-per-second' = '300'"),
            lake,
            PipelineJob.restarting(temp),
            folder);
    job.awaitRead(Step.source("feed"), 400);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitEnd();

    RunRecord record = RunRecord.read(folders, folder);
    assertThat(record.recordsRead("feed")).isEqualTo(1000);
    for (String table : READERS.keySet()) {
      List<RecordedCommit> commits =
          record.commits().stream().filter(commit -> commit.table().equals(table)).toList();
      assertThat(commits)
          .extracting(RecordedCommit::version)
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, TableContent.newestVersion(lake.resolve(table)))
                  .boxed()
                  .toList());
      assertThat(commits.stream().mapToLong(RecordedCommit::rowsAdded).sum()).isEqualTo(1000);
      assertThat(lines(commits)).containsExactlyInAnyOrderElementsOf(allLines());
    }
  }

  private static List<String> ranges(RecordedCommit commit) {
    return commit.reads().stream()
        .flatMap(read -> read.ranges().stream())
        .map(Object::toString)
        .toList();
  }

  private static List<String> lines(List<RecordedCommit> commits) {
    List<String> lines = new ArrayList<>();
    for (RecordedCommit commit : commits) {
      commit.reads().stream()
          .flatMap(read -> read.ranges().stream())
          .forEach(
              range ->
                  LongStream.rangeClosed(range.first(), range.last())
                      .forEach(line -> lines.add(range.split() + ":" + line)));
    }
    return lines;
  }

  private List<String> allLines() {
    List<String> lines = new ArrayList<>();
    for (String file : List.of("a", "b")) {
      IntStream.rangeClosed(1, 500).forEach(line -> lines.add(path(file) + ":" + line));
    }
    return lines;
  }

  private static String path(String file) {
    return "feed/" + file + ".json";
  }

  /** Each row has a key of its own. */
  private void feed(String name, int first, int last) throws Exception {
    Path hidden = temp.resolve("feed/." + name);
    Files.write(
        hidden,
        IntStream.rangeClosed(first, last)
            .mapToObj("{\"id\": %1$d, \"seq\": %1$d}"::formatted)
            .toList());
    Files.move(hidden, temp.resolve(path(name)));
  }

  private Path pipeline(String more) throws Exception {
    return Files.writeString(temp.resolve("test.sql"), PIPELINE.formatted(more));
  }
}
