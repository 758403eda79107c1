/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.internal.SnapshotImpl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifiedCheckpointTest {

  @TempDir Path folder;

  private List<String> logFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("t/_delta_log"))) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void hooksWriteChecksumsAndCheckpointsThatTheTableReadsFrom() throws IOException {
    TestTable table = TestTable.upsert(folder.resolve("t"));
    for (int i = 0; i < 12; i++) {
      run(table.append(TestTable.ids(i, i + 1)));
      if (i % 4 == 0) {
        run(table.delete(table.liveFiles().get(0), 0));
      }
    }
    int version = (int) table.snapshot.version();

    assertThat(logFiles())
        .contains("00000000000000000001.crc", "00000000000000000010.checkpoint.parquet");
    Map<Integer, String> rows = table.byId();
    Files.delete(folder.resolve("t/_delta_log/00000000000000000005.json"));
    TestTable again = TestTable.existing(folder.resolve("t"));
    assertThat(again.snapshot.version()).isEqualTo(version);
    assertThat(again.byId()).isEqualTo(rows);
  }

  private static void run(Committed committed) throws IOException {
    for (LogHook hook : committed.hooks()) {
      assertThat(hook.version()).isEqualTo(committed.snapshot().version());
      hook.run();
    }
  }

  @Test
  void aReadOfTheLogThatFailsHalfWayPublishesNothing() throws IOException {
    TestTable table = TestTable.upsert(folder.resolve("t"));
    for (int i = 0; i < 3; i++) {
      table.append(TestTable.ids(i, i + 1));
    }
    SnapshotImpl snapshot = table.store.latest().kernel();
    // The newest entries are read first; the oldest is gone when its turn comes.
    Path oldest = folder.resolve("t/_delta_log/00000000000000000001.json");
    byte[] content = Files.readAllBytes(oldest);
    Files.delete(oldest);

    assertThatThrownBy(() -> VerifiedCheckpoint.write(snapshot, table.store.engine(), 3))
        .hasStackTraceContaining("00000000000000000001.json");

    assertThat(logFiles()).noneMatch(name -> name.contains("checkpoint"));
    Files.write(oldest, content);
    assertThat(TestTable.existing(folder.resolve("t")).byId()).hasSize(3);
  }

  @Test
  void aCheckpointThatMissesFilesIsNotPublished() throws IOException {
    TestTable table = TestTable.upsert(folder.resolve("t"));
    for (int i = 0; i < 3; i++) {
      table.append(TestTable.ids(i, i + 1));
    }
    SnapshotImpl snapshot = table.store.latest().kernel();

    // What a read of the log that stopped half way looks like: fewer files than the table has.
    assertThatThrownBy(() -> VerifiedCheckpoint.write(snapshot, table.store.engine(), 4))
        .hasMessage(
            "Checkpoint "
                + table.store.path()
                + "/_delta_log/00000000000000000003.checkpoint.parquet was not written: it would hold 3 of the table's 4 files. Reading the log failed half way; the next checkpoint tries again.");

    assertThat(logFiles()).noneMatch(name -> name.contains("checkpoint"));
    VerifiedCheckpoint.write(snapshot, table.store.engine(), 3);
    assertThat(logFiles()).contains("00000000000000000003.checkpoint.parquet", "_last_checkpoint");
    assertThat(TestTable.existing(folder.resolve("t")).byId()).hasSize(3);
  }

  @Test
  void whatCleanUpLeavesOfExpiredEntriesIsRemovedWithThem() throws IOException {
    TestTable table =
        TestTable.create(
            DeltaTable.of(folder.resolve("t").toString(), TestTable.ID_NAME)
                .withProperty("delta.logRetentionDuration", "interval 1 day"),
            true);
    Path log = folder.resolve("t/_delta_log");
    Path dead = log.resolve(".00000000000000000007.json." + UUID.randomUUID() + ".tmp");
    Files.writeString(dead, "a process was killed");
    Path alive = log.resolve(".00000000000000000031.json." + UUID.randomUUID() + ".tmp");
    Files.writeString(alive, "a process is at it");
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(3)));
    for (int version = 1; version <= 30; version++) {
      run(table.append(TestTable.ids(version, version + 1)));
      if (version == 20) {
        for (String file : logFiles()) {
          if (!file.equals(alive.getFileName().toString())) {
            Files.setLastModifiedTime(log.resolve(file), old);
          }
        }
        table.reload();
      }
    }

    assertThat(logFiles())
        .contains("00000000000000000020.checkpoint.parquet", "00000000000000000020.crc")
        .contains("00000000000000000030.crc", alive.getFileName().toString())
        .noneMatch(name -> name.matches("0{18}(0|1)\\d\\..*"))
        .doesNotContain(dead.getFileName().toString());
    assertThat(TestTable.existing(folder.resolve("t")).byId()).hasSize(30);
  }
}
