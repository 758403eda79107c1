/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.FeedTable;
import dev.deltacdc.delta.TestTable;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline that mirrors a Delta table by its change feed, and lists its changes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DeltaSourceRestartITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  private static final int FILES = 4;
  private static final int ROWS = 1_000;
  private static final Step SOURCE = Step.source("changes");

  @TempDir Path temp;

  private final List<String> facts = new ArrayList<>();
  private FeedTable feed;
  private List<DataFile> files;
  private Path pipeline;
  private Path lake;

  /** The table lies where no other reader's test looks for tables of ours. */
  @BeforeEach
  void tableAndPipeline(@TempDir Path raw) throws Exception {
    lake = temp.resolve("lake");
    feed = new FeedTable(raw);
    files = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      files.add(feed.insert(TestTable.ids(file * ROWS, file * ROWS + ROWS)));
    }
    long version = feed.table.snapshot.version();
    expect(0, FILES * ROWS, id -> row(id, "n" + id, "insert", version));
    pipeline =
        Files.writeString(
            temp.resolve("mirror.sql"),
            """
            CREATE TABLE changes (id INT, name STRING, _change_type STRING, _commit_version BIGINT)
              WITH ('connector' = 'delta', 'table-path' = '%s', 'read-change-feed' = 'true',
                'updateCheckIntervalMillis' = '50');
            CREATE TEMPORARY VIEW events AS
              SELECT * FROM STREAM(changes) WHERE _change_type <> 'update_preimage';
            CREATE STREAMING TABLE mirror;
            CREATE FLOW mirrored AS AUTO CDC INTO mirror FROM STREAM(events) KEYS (id)
              APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _commit_version
              COLUMNS * EXCEPT (_change_type, _commit_version);
            CREATE STREAMING TABLE facts AS SELECT * FROM STREAM(changes);
            """
                .formatted(feed.path));
  }

  private static String row(int id, String name, String change, long version) {
    return "{\"id\":%d,\"name\":\"%s\",\"_change_type\":\"%s\",\"_commit_version\":%d}"
        .formatted(id, name, change, version);
  }

  private void expect(int from, int to, IntFunction<String> row) {
    IntStream.range(from, to).mapToObj(row).forEach(facts::add);
  }

  /** The names of a file's rows get a star; half of them are deleted then. */
  private void change(int file) throws Exception {
    int from = file * ROWS;
    DataFile updated = feed.update(files.get(file), from, from + ROWS, "*");
    long version = feed.table.snapshot.version();
    feed.replace(updated, null, feed.vector(updated, IntStream.range(0, ROWS / 2).toArray()));
    expect(from, from + ROWS, id -> row(id, "n" + id, "update_preimage", version));
    expect(from, from + ROWS, id -> row(id, "n" + id + "*", "update_postimage", version));
    expect(from, from + ROWS / 2, id -> row(id, "n" + id + "*", "delete", version + 1));
  }

  @Test
  void aLostTaskManagerChangesNothing(@InjectMiniCluster MiniCluster cluster) throws Exception {
    PipelineJob job = PipelineJob.start(cluster, pipeline, lake, 2, PipelineJob.restarting(temp));
    job.awaitRead(SOURCE, 1);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    change(0);
    cluster.startTaskManager();
    job.awaitRead(SOURCE, facts.size());
    job.stop();

    assertTables();
  }

  @Test
  void aSavepointGoesOnWithAnotherParallelism(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = PipelineJob.start(cluster, pipeline, lake, 2, configuration);
    job.awaitRead(SOURCE, 1);
    for (int parallelism : new int[] {3, 1}) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());
      change(parallelism);
      job = PipelineJob.start(cluster, pipeline, lake, parallelism, configuration);
    }
    job.awaitRead(SOURCE, facts.size());
    job.stop();

    assertTables();
  }

  private void assertTables() {
    assertThat(rows(lake.resolve("facts"))).isEqualTo(facts.stream().sorted().toList());
    assertThat(rows(lake.resolve("mirror"))).isEqualTo(rows(feed.path));
  }

  private static List<String> rows(Path table) {
    return TableContent.read(table).stream().sorted().toList();
  }
}
