/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.FeedTable;
import dev.deltacdc.delta.RawLog;
import dev.deltacdc.delta.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The changes of each version, whatever way its commit tells them. */
@Timeout(180)
class ChangeFeedITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = SourceJob.cluster();

  @TempDir Path directory;

  private FeedTable feed;
  private SourceJob job;

  @BeforeEach
  void table() throws Exception {
    feed = new FeedTable(directory);
    job = new SourceJob(directory);
    ConfirmedRows.reset(Integer.MAX_VALUE, 0);
  }

  private DeltaSourceBuilder source() {
    return SourceJob.quick(feed.path)
        .readChangeFeed(true)
        .columns(List.of("id", "name", "_change_type", "_commit_version"));
  }

  /** What ids from one to before another become by a change. */
  private static List<String> rows(int from, int to, IntFunction<String> row) {
    return IntStream.range(from, to).mapToObj(row).toList();
  }

  @Test
  void theRowsAtTheStartAreInsertsAndThenComeTheChangesInTheirOrder() throws Exception {
    DataFile first = feed.insert(TestTable.ids(0, 3));

    JobClient client = job.parallelism(1).start(source().build());
    ConfirmedRows.await(3, client);
    DataFile updated = feed.update(first, 0, 3, "*");
    feed.commit(
        "MERGE",
        RawLog.add(feed.write(List.of(TestTable.row(1, "new"))), null),
        RawLog.remove(updated, null));
    List<String> changes = ConfirmedRows.await(13, client);
    job.stop(client);

    assertThat(changes)
        .containsExactly(
            "0/n0/insert/2",
            "1/n1/insert/2",
            "2/n2/insert/2",
            "0/n0/update_preimage/3",
            "0/n0*/update_postimage/3",
            "1/n1/update_preimage/3",
            "1/n1*/update_postimage/3",
            "2/n2/update_preimage/3",
            "2/n2*/update_postimage/3",
            "0/n0*/delete/4",
            "1/n1*/delete/4",
            "2/n2*/delete/4",
            "1/new/insert/4");
  }

  @Test
  void ofAFileWithAnotherDeletionVectorTheDifferenceIsTheChange() throws Exception {
    DataFile file = feed.insert(TestTable.ids(0, 6));
    DeletionVector deleted = feed.vector(file, 0, 1);
    DeletionVector other = feed.vector(file, 1, 2);
    feed.replace(file, null, deleted);
    feed.replace(file, deleted, other);
    feed.replace(file, other, null);
    feed.replace(file, null, deleted);
    feed.commit("DELETE", RawLog.remove(file, deleted));

    List<String> changes =
        job.read(source().fromVersion(3).untilNow(true).columns(feedColumns()).build());

    assertThat(changes)
        .containsExactly(
            "0/delete/3",
            "0/delete/6",
            "0/insert/4",
            "1/delete/3",
            "1/delete/6",
            "1/insert/5",
            "2/delete/4",
            "2/delete/7",
            "2/insert/5",
            "3/delete/7",
            "4/delete/7",
            "5/delete/7");
  }

  private static List<String> feedColumns() {
    return List.of("id", "_change_type", "_commit_version");
  }

  @Test
  void whatOnlyMovesRowsIsNoChange() throws Exception {
    feed.insert(TestTable.ids(0, 3));
    feed.insert(TestTable.ids(3, 5));
    RawLog.optimize(feed.table, feed.path);
    DataFile again = feed.write(feed.table.rows());
    DataFile moved = feed.table.onlyFile().file();
    feed.commit("MERGE", RawLog.remove(moved, null), RawLog.add(again, null));
    Path merge = RawLog.commitFile(feed.path, feed.table.snapshot.version());
    Files.writeString(
        merge,
        Files.readString(merge)
            .replace(
                "\"operationParameters\":{}",
                "\"operationMetrics\":{\"numTargetRowsInserted\":\"0\",\"numTargetRowsUpdated\":\"0\",\"numTargetRowsDeleted\":\"0\"}"));

    assertThat(job.read(source().fromVersion(3).untilNow(true).columns(feedColumns()).build()))
        .containsExactly("3/insert/3", "4/insert/3");
  }

  @Test
  void failuresSavepointsAndOtherParallelismGiveEachChangeOnce() throws Exception {
    List<String> expected = new ArrayList<>();
    ConfirmedRows.reset(7_001, 4);
    String savepoint = null;
    for (int round = 0; round < 3; round++) {
      int from = round * 4_000;
      int to = from + 4_000;
      DataFile file = feed.insert(TestTable.ids(from, to));
      long version = feed.table.snapshot.version();
      DataFile updated = feed.update(file, from, to, "*");
      feed.replace(updated, null, feed.vector(updated, IntStream.range(0, 2_000).toArray()));
      JobClient client =
          job.parallelism(3 - round).from(savepoint).start(source().fromVersion(1).build());
      int before = expected.size();
      expected.addAll(rows(from, to, id -> "%d/n%d/insert/%d".formatted(id, id, version)));
      expected.addAll(
          rows(from, to, id -> "%d/n%d/update_preimage/%d".formatted(id, id, version + 1)));
      expected.addAll(
          rows(from, to, id -> "%d/n%d*/update_postimage/%d".formatted(id, id, version + 1)));
      expected.addAll(
          rows(from, from + 2_000, id -> "%d/n%d*/delete/%d".formatted(id, id, version + 2)));
      // Not all of them: the savepoint is taken in the middle of files.
      ConfirmedRows.await(round < 2 ? before + 1 : expected.size(), client);
      savepoint = job.stop(client);
    }

    assertThat(ConfirmedRows.await(expected.size(), null).stream().sorted().toList())
        .isEqualTo(expected.stream().sorted().toList());
    assertThat(ConfirmedRows.failuresLeft()).isZero();
  }

  @Test
  void aTableWithoutAFeedIsAnErrorBeforeTheJobStarts() {
    TestTable.upsert(directory.resolve("plain"));

    assertThatThrownBy(
            () -> SourceJob.quick(directory.resolve("plain")).readChangeFeed(true).build())
        .hasMessageContaining("has no change feed at version 0")
        .hasMessageContaining("'delta.enableChangeDataFeed' = 'true'");
  }

  @Test
  void versionsWithoutAFeedAreErrors() throws Exception {
    assertThat(failure(source().fromVersion(0))).contains("has no change feed at version 0");

    feed.keepFeed(false);
    feed.keepFeed(true);
    assertThat(failure(source().fromVersion(1)))
        .contains("has no change feed at version 2", "start the reader at the version");
  }

  @Test
  void aStateGoesOnAsWhatItWas() throws Exception {
    feed.insert(TestTable.ids(0, 3));
    JobClient client = job.start(source().build());
    ConfirmedRows.await(3, client);
    job.from(job.stop(client));

    assertThat(failure(SourceJob.quick(feed.path)))
        .contains("taken with read-change-feed = true", "started with false");
  }

  private String failure(DeltaSourceBuilder source) throws Exception {
    try {
      job.start(source.build()).getJobExecutionResult().get(60, TimeUnit.SECONDS);
      throw new AssertionError("the job ended well");
    } catch (ExecutionException e) {
      return ExceptionUtils.stringifyException(e);
    }
  }
}
