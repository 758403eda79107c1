/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody else writes a job's table between its commits: the next one stops the job for good and
 * names who it was, and nothing of either is lost.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class OtherWriterITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final String PIPELINE =
      """
      CREATE TABLE %1$s (id INT, valor STRING, seq BIGINT) WITH ('connector' = 'filesystem',
        'path' = '%1$s', 'format' = 'json', 'source.monitor-interval' = '50 ms');
      CREATE STREAMING TABLE latest;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(%1$s) KEYS (id) SEQUENCE BY seq;
      """;

  @TempDir Path temp;

  private Path lake;
  private Path table;
  private int files;

  @BeforeEach
  void places() {
    lake = temp.resolve("lake");
    table = lake.resolve("latest");
  }

  @Test
  void ofTwoJobsTheOneThatCommitsLaterStops(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    PipelineJob first = start(cluster, "one");
    commit(first, "one", 1, row(1, "first"));
    PipelineJob second = start(cluster, "two");
    commit(second, "two", 1, row(2, "second"));
    long version = TableContent.newestVersion(table);

    assertStops(first, "one", version);
    commit(second, "two", 2, row(3, "second"));
    second.stop();
    assertThat(TableContent.read(table))
        .containsExactlyInAnyOrder(row(1, "first"), row(2, "second"), row(3, "second"));
  }

  @Test
  void anotherEnginesCommitStopsTheJob(@InjectMiniCluster MiniCluster cluster) throws Exception {
    PipelineJob job = start(cluster, "one");
    commit(job, "one", 1, row(1, "first"));
    long version = insert(2, "foreign");

    assertStops(job, "one", version);
    assertThat(TableContent.read(table))
        .containsExactlyInAnyOrder(row(1, "first"), row(2, "foreign"));
    assertThat(TableContent.newestVersion(table)).isEqualTo(version);

    // The way on that the message names: without state, with the changes read again.
    PipelineJob again = start(cluster, "one");
    again.awaitRead(Step.source("one"), 2);
    again.checkpoint();
    again.stop();
    assertThat(TableContent.read(table)).containsExactlyInAnyOrder(late(), row(2, "foreign"));
  }

  private PipelineJob start(MiniCluster cluster, String feed) throws Exception {
    Files.createDirectories(temp.resolve(feed));
    Path file = Files.writeString(temp.resolve(feed + ".sql"), PIPELINE.formatted(feed));
    Configuration configuration = PipelineJob.configuration(temp);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
    return PipelineJob.start(cluster, file, lake, 1, configuration);
  }

  private void commit(PipelineJob job, String feed, int total, String event) throws Exception {
    long version = Files.exists(table) ? TableContent.newestVersion(table) : -1;
    send(job, feed, total, event);
    job.checkpoint();
    job.awaitVersion(table, version + 1);
  }

  private void send(PipelineJob job, String feed, int total, String event) throws Exception {
    Path hidden = Files.writeString(temp.resolve("next"), event + "\n");
    Path file = temp.resolve(feed).resolve(files++ + ".json");
    Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE);
    job.awaitRead(Step.source(feed), total);
  }

  /** No restart can help: the job ends although it may restart for ever. */
  private void assertStops(PipelineJob job, String feed, long version) throws Exception {
    send(job, feed, 2, late());
    job.checkpoint();
    assertThatThrownBy(job::awaitEnd)
        .hasStackTraceContaining("Version " + version + " of ")
        .hasStackTraceContaining("changed the table's rows")
        .hasStackTraceContaining("must be the only one that does");
  }

  private long insert(int id, String valor) {
    TableSnapshot before = TableStore.open(table.toString(), Map.of()).latest();
    List<RowData> rows = List.of(GenericRowData.of(id, StringData.fromString(valor), 1L));
    TableCommit commit = before.newCommit();
    before
        .dataFileWriter(before.rowType(), 1 << 20)
        .write(Map.of(), rows.iterator())
        .forEach(file -> commit.add(file, null));
    commit.commit();
    return before.version() + 1;
  }

  private static String late() {
    return row(1, "late").replace("\"seq\":1", "\"seq\":2");
  }

  private static String row(int id, String valor) {
    return "{\"id\":%d,\"valor\":\"%s\",\"seq\":1}".formatted(id, valor);
  }
}
