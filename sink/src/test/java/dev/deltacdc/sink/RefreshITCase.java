/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.TestFaults.Point;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

/**
 * A job that replaces a table of other columns and partitions, with deletion vectors, is killed at
 * every point; the table has the job's rows, the old ones went in one version, and once.
 */
@Timeout(120)
class RefreshITCase {

  private static final RowType OLD =
      RowType.of(
          new LogicalType[] {new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH)},
          new String[] {"id", "gone"});

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  @BeforeEach
  void reset() {
    TestFaults.reset();
  }

  /** 20 rows in two files, 3 of them deleted; version 3. */
  private static void createOld(Path path) {
    TableStore store = TableStore.open(path.toString(), Map.of());
    TableSnapshot table =
        store.createOrCheck(
            new DeltaTable(
                    path.toString(), OLD, Map.of(), List.of("gone"), List.of(), Map.of(), null)
                .withKeys(List.of("gone")),
            true);
    for (String part : List.of("a", "b")) {
      List<RowData> rows = new ArrayList<>();
      for (long id = 0; id < 10; id++) {
        rows.add(GenericRowData.of(id, StringData.fromString(part)));
      }
      var writer = table.dataFileWriter(OLD, 1 << 20);
      DataFile file = writer.write(writer.partitionOf(rows.get(0)), rows.iterator()).get(0);
      table = table.newCommit().add(file, null).commit().snapshot();
    }
    List<LiveFile> files = new ArrayList<>();
    table.forEachLiveFile(files::add);
    LiveFile first = files.get(0);
    var vectors = store.vectors().write(Map.of(first.path(), RoaringBitmap.bitmapOf(0, 4, 9)));
    table.newCommit().replaceVector(first, vectors.get(first.path())).commit();
  }

  private TestJob job(TestFeed feed) {
    TestJob job = new TestJob(directory, feed);
    job.refresh = true;
    return job;
  }

  private static void checkReplacedOnce(TestJob job) throws Exception {
    TableStore store = TableStore.open(job.table.toString(), Map.of());
    TableSnapshot newest = store.latest();
    assertThat(newest.rowType().getFieldNames()).containsExactly("id", "part", "amount");
    assertThat(newest.partitionColumns()).containsExactly("part");
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
    assertThat(store.at(3).numRows()).isEqualTo(17);
    List<Long> replaced = new ArrayList<>();
    for (long version = 0; version <= newest.version(); version++) {
      Path log = job.table.resolve("_delta_log/%020d.json".formatted(version));
      if (Files.readString(log).contains("\"REPLACE TABLE\"")) {
        replaced.add(version);
      }
    }
    assertThat(replaced).containsExactly(4L);
  }

  @ParameterizedTest(name = "{0} {1}, parallelism {2}, append {3}")
  @CsvSource({
    "RECORD, 3, 1, false",
    "RECORD, 17, 3, false",
    "RECORD, 100, 2, true",
    "SNAPSHOT, 1, 2, false",
    "SNAPSHOT, 2, 1, true",
    "COMPLETED, 1, 1, false",
    "COMPLETED, 1, 3, true",
    "COMPLETED, 2, 2, false",
    "PUBLISHED_UNKNOWN, 1, 2, false",
    "PUBLISHED_UNKNOWN, 1, 1, true",
    "PUBLISHED_DEAD, 1, 3, false",
    "PUBLISHED_DEAD, 1, 2, true",
    "PUBLISHED_DEAD, 2, 1, false",
  })
  void aTableIsReplacedOnce(Point point, int pass, int parallelism, boolean append)
      throws Exception {
    TestJob job =
        job(append ? TestFeed.inserts(4, 60) : TestFeed.random(pass + parallelism, 4, 60, 40));
    createOld(job.table);
    job.append = append;
    job.parallelism = parallelism;
    TestFaults.failAt(point, pass);
    job.run();
    assertThat(TestFaults.fired()).isEqualTo(1);
    checkReplacedOnce(job);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEmptyFeedLeavesAnEmptyTable(boolean append) throws Exception {
    TestJob job = job(TestFeed.of(List.of()));
    createOld(job.table);
    job.append = append;
    job.run();
    checkReplacedOnce(job);
  }

  @Test
  void withoutCheckpointsTheTableIsReplacedAtTheEnd() throws Exception {
    TestJob job = job(TestFeed.random(5, 1, 60, 40));
    job.config.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
    createOld(job.table);
    job.run();
    checkReplacedOnce(job);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSavepointIsContinued(boolean append) throws Exception {
    TestFeed feed = append ? TestFeed.inserts(4, 40) : TestFeed.random(21, 4, 40, 30);
    TestJob first = job(new TestFeed(List.copyOf(feed.batches().subList(0, 2))));
    createOld(first.table);
    first.append = append;
    String savepoint = first.runAndStop(directory.resolve("savepoints"));
    TestJob second = job(feed);
    second.append = append;
    second.parallelism = 3;
    second.config.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    second.run();
    checkReplacedOnce(second);
  }

  @Test
  void aSecondRefreshReplacesWhatTheFirstWrote() throws Exception {
    TestJob first = job(TestFeed.random(7, 3, 60, 40));
    createOld(first.table);
    first.run();
    checkReplacedOnce(first);
    TestJob second = job(TestFeed.random(8, 3, 60, 40));
    second.run();
    assertThat(second.rows()).isEqualTo(second.feed.expectedRows());
  }
}
