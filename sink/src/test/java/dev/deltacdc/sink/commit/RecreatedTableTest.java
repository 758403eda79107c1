/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.FileUtils;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table at the path is another one than the state's: dropped and created again, at a lower, the
 * same or a higher version, between two runs or during one. Nothing is ever written into it.
 */
class RecreatedTableTest {

  @TempDir Path directory;

  /** A committer that stands at version 2, with a table of rows 1 and 2. */
  private CommitterHarness atVersion2(boolean upsert) throws Exception {
    CommitterHarness committer = new CommitterHarness(directory, upsert).open();
    committer.commit(1, committer.file(1));
    committer.commit(2, committer.file(2));
    assertThat(committer.version()).isEqualTo(2);
    return committer;
  }

  private static void assertStopsAndWritesNothing(CommitterHarness committer, ThrowingCallable step)
      throws IOException {
    List<String> log = committer.log();
    assertThatThrownBy(step)
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("is not the one that the state of 'flow' belongs to")
        .hasStackTraceContaining("it was dropped and created again, or replaced")
        .hasStackTraceContaining("start the job without state and with the input read again");
    assertThat(committer.log()).isEqualTo(log);
  }

  @ParameterizedTest(name = "upsert {0}, version {1}")
  @CsvSource({"true, 0", "true, 2", "true, 5", "false, 0", "false, 2", "false, 5"})
  void betweenRuns(boolean upsert, int version) throws Exception {
    try (CommitterHarness committer = atVersion2(upsert)) {
      OperatorSubtaskState state = committer.prepare(3, committer.file(3));
      committer.close();
      committer.recreate(version);
      assertStopsAndWritesNothing(committer, () -> committer.open(state, 3));
    }
  }

  @ParameterizedTest(name = "upsert {0}, version {1}")
  @CsvSource({"true, 0", "true, 2", "true, 5", "false, 0", "false, 2", "false, 5"})
  void duringARun(boolean upsert, int version) throws Exception {
    try (CommitterHarness committer = atVersion2(upsert)) {
      committer.prepare(3, committer.file(3));
      committer.recreate(version);
      assertStopsAndWritesNothing(committer, () -> committer.complete(3));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTableThatIsDroppedDuringARunIsNotMadeAgain(boolean upsert) throws Exception {
    try (CommitterHarness committer = atVersion2(upsert)) {
      committer.prepare(3, committer.file(3));
      File table = new File(committer.table.path());
      FileUtils.deleteDirectory(table);
      assertThatThrownBy(() -> committer.complete(3))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("There is no Delta table at");
      assertThat(table).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theSameTableInAnotherCopyIsContinued(boolean upsert) throws Exception {
    try (CommitterHarness committer = atVersion2(upsert)) {
      DataFile third = committer.file(3);
      committer.prepare(3, third);
      Path table = Path.of(committer.table.path());
      Path copy = directory.resolve("copy");
      copyTable(table, copy);
      FileUtils.deleteDirectory(table.toFile());
      copyTable(copy, table);
      // As if the copy were of another day.
      File newest = table.resolve("_delta_log/00000000000000000002.json").toFile();
      assertThat(newest.setLastModified(newest.lastModified() - 86_400_000)).isTrue();
      committer.complete(3);
      assertThat(committer.ids()).containsExactly(1, 2, 3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anOlderCopyOfTheTableStopsTheJob(boolean running) throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.commit(1, committer.file(1));
      Path table = Path.of(committer.table.path());
      Path copy = directory.resolve("copy");
      copyTable(table, copy);
      committer.commit(2, committer.file(2));
      DataFile third = committer.file(3);
      OperatorSubtaskState state = committer.prepare(3, third);
      if (!running) {
        committer.close();
      }
      FileUtils.deleteDirectory(table.toFile());
      copyTable(copy, table);
      List<String> log = committer.log();
      assertThatThrownBy(
              () -> {
                if (running) {
                  committer.complete(3);
                } else {
                  committer.open(state, 3);
                }
              })
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining(running ? "the newest version is 1" : "by an older copy");
      assertThat(committer.log()).isEqualTo(log);
    }
  }

  @Test
  void aWriterThatOpenedAnotherTableFailsTheJob() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.tableId = "another";
      assertThatThrownBy(() -> committer.send(committer.result(1)))
          .hasMessageContaining("opened another table")
          .hasMessageContaining("than the committer");
    }
  }

  /** Without hidden files: the log's upkeep may be about to rename one. */
  private static void copyTable(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!file.getFileName().toString().startsWith(".")) {
              Files.copy(file, to.resolve(from.relativize(file)));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) throws IOException {
            if (file.getFileName().toString().startsWith(".")) {
              return FileVisitResult.CONTINUE;
            }
            throw gone;
          }
        });
  }
}
