/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.delta.storage.LocalLogStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCommitTest {

  @TempDir Path folder;

  private Path path() {
    return folder.resolve("t");
  }

  private String log(long version) throws IOException {
    return Files.readString(path().resolve("_delta_log/%020d.json".formatted(version)));
  }

  @Test
  void deletesHideRowsAndKeepStatistics() throws IOException {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 100));

    table.delete(table.onlyFile(), 3, 5);
    table.delete(table.onlyFile(), 99);

    assertThat(table.byId()).hasSize(97).doesNotContainKeys(3, 5, 99);
    assertThat(table.snapshot.numRows()).isEqualTo(97);
    LiveFile file = table.onlyFile();
    assertThat(file.file().numRecords()).as("numRecords counts deleted rows too").isEqualTo(100);
    assertThat(file.file().stats())
        .contains("\"numRecords\":100")
        .contains("\"tightBounds\":false")
        .contains("\"minValues\":{\"id\":0");
    assertThat(file.vector().cardinality()).isEqualTo(3);
    assertThat(TestTable.existing(path()).byId()).isEqualTo(table.byId());
  }

  @Test
  void aRemoveNamesTheOldVector() throws IOException {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 10));
    table.delete(table.onlyFile(), 1);
    DeletionVector old = table.onlyFile().vector();

    table.delete(table.onlyFile(), 2);

    String remove =
        log(3).lines().filter(line -> line.contains("\"remove\"")).findFirst().orElseThrow();
    assertThat(remove).contains("\"offset\":" + old.offset(), "\"cardinality\":1");
    table
        .store
        .history()
        .forEachSince(
            2,
            change ->
                assertThat(change.files())
                    .extracting(TableChange.FileChange::added, TableChange.FileChange::vectorId)
                    .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(false, old.uniqueId()),
                        org.assertj.core.groups.Tuple.tuple(
                            true, table.onlyFile().vector().uniqueId())));
  }

  @Test
  void aNewFileMayComeWithItsVector() {
    TestTable table = TestTable.upsert(path());
    DataFile file = table.write(TestTable.ids(0, 10)).get(0);
    DeletionVector vector = table.vector(new LiveFile(file, null), 0, 9);

    table.commit(table.snapshot.newCommit().add(file, vector));

    assertThat(table.byId()).hasSize(8).doesNotContainKeys(0, 9);
  }

  @Test
  void aFileIsRemovedWhole() {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 10));
    table.append(TestTable.ids(10, 20));
    LiveFile first =
        table.liveFiles().stream()
            .filter(f -> f.file().stats().contains("\"minValues\":{\"id\":0"))
            .findFirst()
            .orElseThrow();

    table.commit(table.snapshot.newCommit().remove(first).maintenance());

    assertThat(table.byId()).hasSize(10).doesNotContainKey(0);
  }

  @Test
  void aSecondActionOnAPathIsRefused() {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 100));
    LiveFile live = table.onlyFile();
    DeletionVector first = table.vector(live, 1);
    DeletionVector second = table.vector(live, 2);

    // Two subtasks that update one file: Kernel accepts both actions and the rows double.
    TableCommit commit = table.snapshot.newCommit().replaceVector(live, first);
    assertThatThrownBy(() -> commit.replaceVector(live, second))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(live.path());
    assertThatThrownBy(() -> commit.add(live.file(), second)).hasMessageContaining(live.path());
    assertThatThrownBy(() -> commit.remove(live)).hasMessageContaining(live.path());
  }

  @Test
  void aVectorNeedsRecordsToDelete() {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 3));
    LiveFile live = table.onlyFile();
    DataFile unknown = new DataFile(live.path(), Map.of(), live.file().size(), 0, -1, null);

    assertThatThrownBy(
            () ->
                table
                    .snapshot
                    .newCommit()
                    .replaceVector(new LiveFile(unknown, null), table.vector(live, 1)))
        .hasMessageContaining("number of records");
    assertThatThrownBy(
            () -> table.snapshot.newCommit().replaceVector(live, table.vector(live, 1, 2, 3, 4)))
        .hasMessageContaining("deletes 4 of 3 rows");
  }

  @Test
  void theTransactionIsInTheSameCommit() {
    TestTable table = TestTable.upsert(path());

    table.commit(
        table
            .snapshot
            .newCommit()
            .add(table.write(TestTable.ids(0, 1)).get(0), null)
            .transaction("flow-w1", 7));

    assertThat(table.snapshot.transactionVersion("flow-w1")).hasValue(7);
    assertThat(TestTable.existing(path()).snapshot.transactionVersion("flow-w1")).hasValue(7);
    assertThat(table.snapshot.transactionVersion("flow-w2")).isEmpty();
  }

  @Test
  void aTransactionIsNotCommittedTwice() {
    TestTable table = TestTable.upsert(path());
    List<DataFile> files = table.write(TestTable.ids(0, 1));
    table.commit(table.snapshot.newCommit().add(files.get(0), null).transaction("w", 7));

    TableCommit again = table.snapshot.newCommit().add(files.get(0), null).transaction("w", 7);
    assertThatThrownBy(again::commit).hasMessageContaining("its rows would be there twice");
    assertThatThrownBy(again::commit).hasMessageContaining("never be submitted twice");
    assertThat(TestTable.existing(path()).byId()).hasSize(1);
  }

  @Test
  void aForeignAppendIsNeverRebasedOver() {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 10));
    TestTable foreign = TestTable.existing(path());
    foreign.append(TestTable.ids(5, 6));

    TableCommit ours = table.snapshot.newCommit();
    table.write(TestTable.ids(10, 20)).forEach(file -> ours.add(file, null));

    VersionTakenException taken = catchThrowableOfType(VersionTakenException.class, ours::commit);
    assertThat(taken.version()).isEqualTo(2);
    assertThat(taken.permanent()).isFalse();
    assertThat(table.store.latest().version()).isEqualTo(2);
    List<TableChange> changes = new ArrayList<>();
    table.store.history().forEachSince(1, changes::add);
    assertThat(changes)
        .singleElement()
        .satisfies(change -> assertThat(change.dataChange()).isTrue());
  }

  @Test
  void aRaceLostToACompactionLeavesTheTableAlone() {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 500));
    table.append(TestTable.ids(500, 1000));
    List<LiveFile> before = table.liveFiles();
    LiveFile touched = before.get(0);
    DeletionVector vector = table.vector(touched, 1);
    TableCommit ours = table.snapshot.newCommit().replaceVector(touched, vector);

    // A compaction rewrites both files into one.
    TestTable compaction = TestTable.existing(path());
    TableCommit rewrite = compaction.snapshot.newCommit();
    compaction.write(compaction.rows()).forEach(file -> rewrite.add(file, null));
    before.forEach(rewrite::remove);
    compaction.commit(rewrite);

    assertThatThrownBy(ours::commit).isInstanceOf(VersionTakenException.class);
    table.reload();
    assertThat(table.byId()).hasSize(1000);
    assertThat(table.liveFiles()).extracting(LiveFile::path).doesNotContain(touched.path());
  }

  /** Its disk is full. */
  public static final class FullLogStore extends LocalLogStore {
    public FullLogStore(Configuration hadoop) {
      super(hadoop);
    }

    @Override
    public void write(
        org.apache.hadoop.fs.Path path,
        Iterator<String> actions,
        Boolean overwrite,
        Configuration hadoop)
        throws IOException {
      throw new IOException("No space left on device");
    }
  }

  @Test
  void aFailedLogWriteIsAnUnknownOutcome() {
    TestTable table = TestTable.upsert(path());
    DataFile file = table.write(TestTable.ids(0, 1)).get(0);
    TableStore full =
        TableStore.open(
            path().toString(),
            Map.of("io.delta.kernel.logStore.file.impl", FullLogStore.class.getName()));
    TableCommit commit = full.latest().newCommit().add(file, null);

    assertThatThrownBy(commit::commit)
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .hasMessageContaining("may or may not be in the log");
  }

  @Test
  void commitsFollowEachOtherWithoutReadingTheLog() throws IOException {
    TestTable table = TestTable.upsert(path());
    table.commit(
        table
            .snapshot
            .newCommit()
            .transaction("w", 1)
            .add(table.write(TestTable.ids(0, 10)).get(0), null));
    // If more than the newest entry were needed, the next commit would fail.
    Files.move(path().resolve("_delta_log/00000000000000000000.json"), folder.resolve("0.json"));
    Files.delete(path().resolve("_delta_log/00000000000000000000.crc"));

    table.commit(
        table
            .snapshot
            .newCommit()
            .transaction("w", 2)
            .add(table.write(TestTable.ids(10, 20)).get(0), null));

    assertThat(table.snapshot.version()).isEqualTo(2);
    Files.move(folder.resolve("0.json"), path().resolve("_delta_log/00000000000000000000.json"));
    assertThat(TestTable.existing(path()).byId()).hasSize(20);
  }

  @Test
  void theLogSaysWhoCommittedWhat() throws IOException {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 10));
    table.commit(table.snapshot.newCommit().maintenance().remove(table.onlyFile()));

    List<TableChange> changes = new ArrayList<>();
    long last = table.store.history().forEachSince(-1, changes::add);

    assertThat(last).isEqualTo(2);
    assertThat(changes)
        .extracting(TableChange::operation)
        .containsExactly("CREATE TABLE", "STREAMING UPDATE", "Manual Update");
    assertThat(changes)
        .extracting(TableChange::engine)
        .allMatch(e -> e.contains("flink-delta-cdc"));
    assertThat(changes).extracting(TableChange::metadataChange).containsExactly(true, false, false);
    assertThat(changes).extracting(TableChange::protocolChange).containsExactly(true, false, false);
    assertThat(changes).extracting(TableChange::dataChange).containsExactly(false, true, true);
  }
}
