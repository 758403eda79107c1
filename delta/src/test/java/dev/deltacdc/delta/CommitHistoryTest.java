/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitHistoryTest {

  @TempDir Path folder;

  private Path path() {
    return folder.resolve("t");
  }

  private static List<TableChange> since(TestTable table, long version) {
    List<TableChange> changes = new ArrayList<>();
    table.store.history().forEachSince(version, changes::add);
    return changes;
  }

  @Test
  void nothingAfterTheNewestVersion() {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 1));

    assertThat(since(table, 1)).isEmpty();
    assertThat(since(table, 0)).extracting(TableChange::version).containsExactly(1L);
  }

  @Test
  void aForeignCommitThatChangesNoDataIsToldFromOneThatDoes() throws IOException {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 1));
    String file = table.onlyFile().path();
    Files.writeString(
        path().resolve("_delta_log/00000000000000000002.json"),
        """
        {"commitInfo":{"timestamp":77,"operation":"OPTIMIZE","operationParameters":{"predicate":"[]"},"engineInfo":"Apache-Spark"}}
        {"remove":{"path":"%s","deletionTimestamp":1,"dataChange":false}}
        {"add":{"path":"x%%20y.parquet","partitionValues":{},"size":1,"modificationTime":1,"dataChange":false}}
        """
            .formatted(file));
    Files.writeString(
        path().resolve("_delta_log/00000000000000000003.json"),
        """
        {"txn":{"appId":"other","version":4}}
        {"commitInfo":{"timestamp":78,"operation":"WRITE"}}
        {"add":{"path":"z.parquet","partitionValues":{},"size":1,"modificationTime":1,"dataChange":true}}
        """);

    List<TableChange> changes = since(table, 1);

    TableChange optimize = changes.get(0);
    assertThat(optimize.operation()).isEqualTo("OPTIMIZE");
    assertThat(optimize.engine()).isEqualTo("Apache-Spark");
    assertThat(optimize.timestamp()).isEqualTo(77);
    assertThat(optimize.dataChange()).isFalse();
    assertThat(optimize.files())
        .containsExactly(
            new TableChange.FileChange(false, file, null, false),
            new TableChange.FileChange(true, "x%20y.parquet", null, false));
    assertThat(changes.get(1).dataChange()).isTrue();
    assertThat(changes.get(1).transactions()).isEqualTo(Map.of("other", 4L));
  }

  @Test
  void aLogThatWasCleanedUpIsUnreadable() throws IOException {
    TestTable table = TestTable.upsert(path());
    for (int i = 0; i < 12; i++) {
      for (LogHook hook : table.append(TestTable.ids(i, i + 1)).hooks()) {
        hook.run();
      }
    }
    for (int version = 0; version < 6; version++) {
      Files.delete(path().resolve("_delta_log/%020d.json".formatted(version)));
    }

    assertThat(since(table, 5)).hasSize(7);
    assertThatThrownBy(() -> since(table, 3))
        .isInstanceOf(LogUnreadableException.class)
        .hasMessageContaining("from version 3")
        .hasMessageContaining("commit 4 is missing");
    assertThat(TestTable.existing(path()).byId()).hasSize(12);
    assertThatThrownBy(() -> table.store.at(3)).isInstanceOf(LogUnreadableException.class);
  }

  @Test
  void aVersionThatTheTableNeverReachedIsUnreadable() {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 1));

    assertThatThrownBy(() -> since(table, 7))
        .isInstanceOf(LogUnreadableException.class)
        .hasMessageContaining("newest version is 1");
    assertThatThrownBy(() -> table.store.at(7)).isInstanceOf(LogUnreadableException.class);
  }

  @Test
  void liveFilesAreComparedByPathAndVector() {
    TestTable table = TestTable.upsert(path());
    table.append(TestTable.ids(0, 10));
    TableSnapshot one = table.snapshot;
    table.append(TestTable.ids(10, 20));
    LiveFile second =
        table.liveFiles().stream()
            .filter(f -> !f.path().equals(first(one)))
            .findFirst()
            .orElseThrow();
    table.commit(table.snapshot.newCommit().remove(second));
    TableSnapshot again = table.snapshot;
    table.delete(table.onlyFile(), 1);

    assertThat(again.sameLiveFiles(one)).isTrue();
    assertThat(again.sameLiveFiles(table.store.at(1))).isTrue();
    assertThat(again.sameLiveFiles(table.store.at(2))).isFalse();
    assertThat(again.sameLiveFiles(table.snapshot)).isFalse();
  }

  private static String first(TableSnapshot snapshot) {
    List<String> paths = new ArrayList<>();
    snapshot.forEachLiveFile(file -> paths.add(file.path()));
    return paths.get(0);
  }
}
