/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.TableStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Savepoints: other parallelism, other state backend's state, older than the table, lost. */
@Timeout(240)
class RestoreITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  @BeforeEach
  void reset() {
    TestFaults.reset();
  }

  private TestJob job(TestFeed feed, int parallelism, @Nullable String savepoint) {
    TestJob job = new TestJob(directory, feed);
    job.parallelism = parallelism;
    if (savepoint != null) {
      job.config.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    return job;
  }

  /** The first {@code batches} batches of a feed. */
  private static TestFeed first(TestFeed feed, int batches) {
    return new TestFeed(List.copyOf(feed.batches().subList(0, batches)));
  }

  private String runAndStop(TestJob job) throws Exception {
    return job.runAndStop(directory.resolve("savepoints"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void theParallelismMayChange(String backend) throws Exception {
    TestFeed feed = TestFeed.random(11, 8, 40, 50);
    String savepoint = null;
    int batches = 0;
    for (int parallelism : new int[] {2, 3, 1, 2}) {
      batches += 2;
      TestJob job = job(first(feed, batches), parallelism, savepoint);
      job.config.set(StateBackendOptions.STATE_BACKEND, backend);
      savepoint = runAndStop(job);
      assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
    }
  }

  @Test
  void anUpsertTableConvergesAfterARestoreFromAnOlderSavepoint() throws Exception {
    TestFeed feed = TestFeed.random(12, 6, 40, 50);
    String older = runAndStop(job(first(feed, 2), 2, null));
    runAndStop(job(first(feed, 4), 2, older));
    TestJob again = job(feed, 3, older);
    runAndStop(again);
    assertThat(again.rows()).isEqualTo(feed.expectedRows());
  }

  @Test
  void anAppendTableStopsAfterARestoreFromAnOlderSavepoint() throws Exception {
    TestFeed feed = TestFeed.inserts(6, 40);
    TestJob first = job(first(feed, 2), 2, null);
    first.append = true;
    String older = runAndStop(first);
    TestJob second = job(first(feed, 4), 2, older);
    second.append = true;
    runAndStop(second);
    List<String> rows = second.rows();
    TestJob again = job(feed, 2, older);
    again.append = true;
    assertThatThrownBy(again::run).hasStackTraceContaining("moved on after checkpoint");
    assertThat(again.rows()).isEqualTo(rows);
  }

  @Test
  void aLostStateIsRebuiltFromTheTable() throws Exception {
    TestFeed feed = TestFeed.random(13, 4, 60, 50);
    TestJob first = job(first(feed, 2), 2, null);
    first.run();
    assertThat(first.rows()).isEqualTo(first.feed.expectedRows());
    TestJob again = job(feed, 3, null);
    again.run();
    assertThat(again.rows()).isEqualTo(feed.expectedRows());
  }

  @Test
  void anAppendTableWithRowsIsNotAppendedToWithoutState() throws Exception {
    TestJob first = job(TestFeed.inserts(1, 20), 1, null);
    first.append = true;
    first.run();
    TestJob again = job(TestFeed.inserts(1, 20), 1, null);
    again.append = true;
    assertThatThrownBy(again::run).hasStackTraceContaining("has rows already");
    assertThat(again.rows()).isEqualTo(first.feed.expectedRows());
  }

  @Test
  void duplicateKeysInTheTableStopTheStart() throws Exception {
    for (int run = 0; run < 2; run++) {
      TestJob append = job(TestFeed.inserts(1, 20), 1, null);
      append.append = true;
      append.properties = Map.of("delta.enableDeletionVectors", "true");
      append.options = keepExistingRows();
      append.run();
    }
    TestJob upsert = job(TestFeed.inserts(1, 20), 1, null);
    assertThatThrownBy(upsert::run)
        .hasStackTraceContaining("has two live rows with one key (id)")
        .hasStackTraceContaining("The failure is not recoverable");
    assertThat(TableStore.open(upsert.table.toString(), Map.of()).latest().numRows()).isEqualTo(40);
  }

  /** The second table reaches the version of the first one, or passes it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTableThatWasCreatedAgainBetweenRunsIsLeftAlone(boolean append) throws Exception {
    TestJob first = job(TestFeed.inserts(1, 20), 1, null);
    first.append = append;
    String savepoint = runAndStop(first);
    FileUtils.deleteDirectory(first.table.toFile());
    TestJob other = job(TestFeed.inserts(2, 30), 1, null);
    other.append = append;
    other.run();
    List<String> rows = other.rows();
    TestJob again = job(TestFeed.inserts(2, 20), 2, savepoint);
    again.append = append;
    assertThatThrownBy(again::run)
        .hasStackTraceContaining("is not the one that the state of 'test' belongs to")
        .hasStackTraceContaining("The failure is not recoverable");
    assertThat(again.rows()).isEqualTo(rows);
  }

  private static DeltaSinkOptions keepExistingRows() {
    Configuration config = new Configuration();
    config.set(DeltaSinkOptions.APPEND_EXISTING_ROWS, DeltaSinkOptions.ExistingRows.KEEP);
    return DeltaSinkOptions.from(config);
  }
}
