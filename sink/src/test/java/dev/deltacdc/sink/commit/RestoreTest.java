/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static dev.deltacdc.sink.commit.CommitterHarness.add;
import static dev.deltacdc.sink.commit.CommitterHarness.deletes;
import static dev.deltacdc.sink.commit.CommitterHarness.remove;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.sink.DeltaSinkOptions;
import io.delta.kernel.TableManager;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A restored committer and the table: what is committed, continued, rebuilt, refused. */
class RestoreTest {

  @TempDir Path directory;

  private static CommitterHarness reopen(
      CommitterHarness committer, OperatorSubtaskState state, long checkpoint) throws Exception {
    committer.close();
    return committer.open(state, checkpoint);
  }

  @Test
  void pendingResultsThatTheLogLacksAreCommitted() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      OperatorSubtaskState state = committer.prepare(1, committer.file(1));
      reopen(committer, state, 1);
      assertThat(committer.ids()).containsExactly(1);
      committer.commit(2, committer.file(2));
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void pendingResultsThatTheLogHasAreNotCommittedAgain() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      OperatorSubtaskState state = committer.commit(1, committer.file(1));
      for (int run = 0; run < 3; run++) {
        reopen(committer, state, 1);
        assertThat(committer.ids()).containsExactly(1);
        assertThat(committer.version()).isEqualTo(1);
      }
    }
  }

  @Test
  void onlyTheEpochsThatTheLogLacksAreCommitted() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      committer.prepare(1, committer.file(1));
      OperatorSubtaskState state = committer.prepare(2, committer.file(2));
      // Checkpoint 1 was committed; the news of 2 never came.
      committer.complete(1);
      reopen(committer, state, 2);
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void aRestoreThatFailsHalfWayIsRepeatedWithoutHarm() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      OperatorSubtaskState state = committer.prepare(1, committer.file(1));
      reopen(committer, state, 1);
      reopen(committer, state, 1);
      assertThat(committer.version()).isEqualTo(1);
      assertThat(committer.ids()).containsExactly(1);
    }
  }

  @Test
  void writersThatHadEndedAreNotMissedAfterARestore() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.send(committer.result(1, 0, 1, true, new TreeMap<>(), committer.file(1)));
      OperatorSubtaskState state = committer.snapshot(1);
      reopen(committer, state, 1);
      committer.snapshot(2);
      committer.complete(2);
      assertThat(committer.ids()).containsExactly(1);
    }
  }

  @Test
  void anAppendSinkStopsOnATableThatMovedOn() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      OperatorSubtaskState old = committer.commit(1, committer.file(1));
      committer.commit(2, committer.file(2));
      assertThatThrownBy(() -> reopen(committer, old, 1))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("moved on after checkpoint 1")
          .hasStackTraceContaining("Restore the job from its newest checkpoint");
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void anUpsertSinkHasItsIndexRebuiltOnATableThatMovedOn() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile first = committer.file(1);
      OperatorSubtaskState old = committer.commit(1, first);
      committer.commit(2, committer.file(2));
      assertThatThrownBy(() -> reopen(committer, old, 1))
          .isInstanceOf(StaleIndexException.class)
          .hasMessageContaining("marked for rebuilding");
      reopen(committer, old, 1);
      // The old index is refused, one of the table as it is now is taken.
      assertThatThrownBy(() -> committer.send(committer.result(2, committer.file(3))))
          .hasMessageContaining("changed the table while the index was built");
      committer.indexVersion = committer.version();
      committer.commit(2, deletes(first, 0), committer.file(1));
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void aTableThatWasPutBackIsContinued() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      OperatorSubtaskState old = committer.commit(1, committer.file(1));
      DataFile second = committer.file(2);
      committer.commit(2, second);
      committer.foreignCommit("RESTORE", remove(second, true));
      reopen(committer, old, 1);
      committer.commit(2, committer.file(2));
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  /** The rows of checkpoint 2 are gone, and its state would never write them again. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTableThatWasPutBackTooFarStopsTheJob(boolean upsert) throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, upsert).open()) {
      committer.commit(1, committer.file(1));
      DataFile second = committer.file(2);
      OperatorSubtaskState state = committer.commit(2, second);
      committer.restoreTo(1, remove(second, true));
      assertThatThrownBy(() -> reopen(committer, state, 2))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("Version 3 of ")
          .hasStackTraceContaining("brought the table back to version 1")
          .hasStackTraceContaining("until version 2 as done");
      assertThat(committer.ids()).containsExactly(1);
      // The ways on that the message names.
      committer.restoreTo(2, add(second, true));
      reopen(committer, state, 2);
      committer.commit(3, committer.file(3));
      assertThat(committer.ids()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void withoutTheVersionARestoreCountsAsTooFar() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.commit(1, committer.file(1));
      DataFile second = committer.file(2);
      OperatorSubtaskState state = committer.commit(2, second);
      committer.foreignCommit("RESTORE", remove(second, true));
      assertThatThrownBy(() -> reopen(committer, state, 2))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("brought the table back to an earlier state");
    }
  }

  /** The table is still ahead of the state: what is read again goes over what it has. */
  @Test
  void aTableThatWasPutBackToALaterVersionHasItsIndexRebuilt() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      OperatorSubtaskState old = committer.commit(1, committer.file(1));
      committer.commit(2, committer.file(2));
      DataFile third = committer.file(3);
      committer.commit(3, third);
      committer.restoreTo(2, remove(third, true));
      assertThatThrownBy(() -> reopen(committer, old, 1)).isInstanceOf(StaleIndexException.class);
      reopen(committer, old, 1);
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void whatOneRestoreTookAnotherBringsBack() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      OperatorSubtaskState state = committer.commit(1, committer.file(1));
      DataFile second = committer.file(2);
      committer.foreignCommit("WRITE", add(second, true));
      DataFile third = committer.file(3);
      committer.foreignCommit("WRITE", add(third, true));
      committer.restoreTo(0, remove(second, true), remove(third, true));
      committer.restoreTo(2, add(second, true));
      assertThatThrownBy(() -> reopen(committer, state, 1)).isInstanceOf(StaleIndexException.class);
    }
  }

  /** Each is a version, or "own" for a commit of the job's. */
  @ParameterizedTest
  @CsvSource({
    // Back too far, forward again, and then to the version that was too far back.
    "'2, 5, 6'",
    // An own commit on top of what was too far back doesn't make it whole.
    "'2, own, 3, 7'",
    "'2, own'",
  })
  void aRestoreToWhatAnotherHasTakenStopsTheJob(String restores) throws Exception {
    for (boolean upsert : new boolean[] {true, false}) {
      Path folder = directory.resolve("upsert-" + upsert);
      try (CommitterHarness committer = new CommitterHarness(folder, upsert).open()) {
        OperatorSubtaskState state = null;
        for (int checkpoint = 1; checkpoint <= 5; checkpoint++) {
          state = committer.commit(checkpoint, committer.file(checkpoint));
        }
        String writer =
            txn(Path.of(committer.table.path(), "_delta_log", "00000000000000000005.json"));
        for (String restore : restores.split(", ", -1)) {
          DataFile file = committer.file(100);
          if (restore.equals("own")) {
            committer.foreignCommit(
                "STREAMING UPDATE",
                "{\"txn\":{\"appId\":\"" + writer + "\",\"version\":5}}",
                add(file, true));
          } else {
            committer.restoreTo(Long.parseLong(restore), add(file, true));
          }
        }
        OperatorSubtaskState last = state;
        assertThatThrownBy(() -> reopen(committer, last, 5))
            .isInstanceOf(SuppressRestartsException.class)
            .hasStackTraceContaining("brought the table back to version 2");
      }
    }
  }

  /** Without state an append table's rows are others' too. */
  @Test
  void aRestoreOfAnAppendTableBesideTheJobStopsItWhenItTakesItsRows() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      committer.foreignCommit("WRITE", add(committer.file(100), true));
      committer.restoreTo(0);
      committer.commit(1, committer.file(1));
      committer.commit(2, committer.file(2));
      long own = committer.version();
      committer.restoreTo(own, add(committer.file(200), true));
      committer.commit(3, committer.file(3));
      committer.restoreTo(own, add(committer.file(300), true));
      committer.prepare(4, committer.file(4));
      assertThatThrownBy(() -> committer.complete(4))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("brought the table back to version " + own);
    }
  }

  @Test
  void pendingResultsAreCommittedToATableThatWasPutBack() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile first = committer.file(1, 2);
      committer.commit(1, first);
      OperatorSubtaskState state = committer.prepare(2, deletes(first, 0), committer.file(1));
      DataFile foreign = committer.file(9);
      committer.foreignCommit("WRITE", add(foreign, true));
      assertThatThrownBy(() -> committer.complete(2))
          .hasStackTraceContaining("restore the table to the version before");
      committer.foreignCommit("RESTORE", remove(foreign, true));
      reopen(committer, state, 2);
      assertThat(committer.ids()).containsExactly(1, 2);
      committer.commit(3, committer.file(3));
      assertThat(committer.ids()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void pendingResultsThatWereTakenBackWithTheTableAreNotLeftOut() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.commit(1, committer.file(1));
      DataFile second = committer.file(2);
      OperatorSubtaskState state = committer.prepare(2, second);
      DataFile third = committer.file(3);
      committer.commit(3, third);
      committer.foreignCommit("RESTORE", remove(second, true), remove(third, true));
      assertThatThrownBy(() -> reopen(committer, state, 2))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("without the changes of epochs [2]")
          .hasStackTraceContaining("older than epoch 2");
      assertThat(committer.ids()).containsExactly(1);
    }
  }

  @Test
  void aTableThatIsGoneStopsTheJob() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      OperatorSubtaskState state = committer.commit(1, committer.file(1));
      committer.close();
      FileUtils.deleteDirectory(Path.of(committer.table.path()).toFile());
      assertThatThrownBy(() -> committer.open(state, 1))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("There is no Delta table at");
    }
  }

  @Test
  void pendingResultsOnATableThatMovedOnStopTheJob() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile first = committer.file(1, 2);
      committer.commit(1, first);
      OperatorSubtaskState state = committer.prepare(2, deletes(first, 0), committer.file(1));
      committer.foreignCommit("OPTIMIZE", remove(first, false), add(committer.file(1, 2), false));
      assertThatThrownBy(() -> reopen(committer, state, 2))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("holds changes that are not in")
          .hasStackTraceContaining("(epochs [2])")
          .hasStackTraceContaining("older than epoch 2");
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void aTableThatWasOptimisedBetweenRunsHasItsIndexRebuilt() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile first = committer.file(1, 2);
      OperatorSubtaskState state = committer.commit(1, first);
      DataFile compacted = committer.file(1, 2);
      committer.foreignCommit("OPTIMIZE", remove(first, false), add(compacted, false));
      assertThatThrownBy(() -> reopen(committer, state, 1)).isInstanceOf(StaleIndexException.class);
      reopen(committer, state, 1);
      committer.indexVersion = committer.version();
      committer.commit(2, deletes(compacted, 1), committer.file(2));
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void aLogThatWasCleanedUpCountsAsMovedOn() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      OperatorSubtaskState state = committer.commit(1, committer.file(1));
      for (int checkpoint = 2; checkpoint <= 12; checkpoint++) {
        committer.commit(checkpoint, committer.file(checkpoint));
      }
      committer.close();
      for (int version = 0; version <= 5; version++) {
        Files.delete(
            Path.of(committer.table.path(), "_delta_log", String.format("%020d.json", version)));
      }
      assertThatThrownBy(() -> committer.open(state, 1)).isInstanceOf(StaleIndexException.class);
    }
  }

  @Test
  void anAppendSinkIgnoresWhatOthersAdded() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      OperatorSubtaskState state = committer.commit(1, committer.file(1));
      committer.foreignCommit("WRITE", add(committer.file(100), true));
      reopen(committer, state, 1);
      committer.commit(2, committer.file(2));
      assertThat(committer.ids()).containsExactly(1, 2, 100);
    }
  }

  @Test
  void anAppendSinkWithoutStateStopsOnATableWithRows() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      committer.commit(1, committer.file(1));
      committer.close();
      assertThatThrownBy(committer::open)
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("starts without state")
          .hasStackTraceContaining("'sink.append.existing-rows'");
      Configuration keep = new Configuration();
      keep.set(DeltaSinkOptions.APPEND_EXISTING_ROWS, DeltaSinkOptions.ExistingRows.KEEP);
      committer.options = DeltaSinkOptions.from(keep);
      committer.open();
      committer.commit(1, committer.file(2));
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pendingResultsWhoseFilesWereVacuumedStopTheJob(boolean upsert) throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, upsert).open()) {
      committer.commit(1, committer.file(1));
      DataFile second = committer.file(2);
      OperatorSubtaskState state = committer.prepare(2, second);
      Files.delete(Path.of(committer.table.path(), second.path()));
      assertThatThrownBy(() -> reopen(committer, state, 2))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("(epoch 2), and their data file " + second.path() + " is gone")
          .hasStackTraceContaining("older than epoch 2");
      assertThat(committer.ids()).containsExactly(1);
    }
  }

  /** Another engine left the transaction out of its checkpoint: it was older than it keeps them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEpochIsFoundInTheHistoryWhenItsTransactionIsForgotten(boolean upsert) throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, upsert).open()) {
      OperatorSubtaskState state = committer.commit(1, committer.file(1));
      Path commit = Path.of(committer.table.path(), "_delta_log", "00000000000000000001.json");
      committer.foreignCommit("VACUUM END");
      committer.close();
      checkpointWithoutTransactions(committer);
      assertThat(committer.store.latest().transactionVersion(txn(commit))).isEmpty();
      committer.open(state, 1);
      assertThat(committer.ids()).containsExactly(1);
      assertThat(committer.version()).isEqualTo(2);
    }
  }

  private static String txn(Path commit) throws IOException {
    Matcher matcher =
        Pattern.compile("\"appId\":\"(flow/[^\"]*)\"").matcher(Files.readString(commit));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  /** A checkpoint of the newest version, made from a log without our transactions. */
  private static void checkpointWithoutTransactions(CommitterHarness committer) throws Exception {
    Path log = Path.of(committer.table.path(), "_delta_log");
    Path copy = log.resolveSibling("../copy/_delta_log");
    Files.createDirectories(copy);
    for (String name : committer.log()) {
      List<String> lines = Files.readAllLines(log.resolve(name));
      Files.write(
          copy.resolve(name), lines.stream().filter(line -> !line.contains("\"txn\"")).toList());
    }
    TableManager.loadSnapshot(copy.getParent().normalize().toUri().toString())
        .build(engine())
        .writeCheckpoint(engine());
    Files.copy(
        copy.resolve("00000000000000000002.checkpoint.parquet"),
        log.resolve("00000000000000000002.checkpoint.parquet"));
    Files.copy(copy.resolve("_last_checkpoint"), log.resolve("_last_checkpoint"));
  }

  private static Engine engine() {
    return DefaultEngine.create(new org.apache.hadoop.conf.Configuration());
  }
}
