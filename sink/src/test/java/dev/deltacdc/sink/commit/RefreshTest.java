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
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.sink.TestJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A committer that starts without state and replaces all that the table has, exactly once. */
class RefreshTest {

  @TempDir Path directory;

  /** A table with the rows 1 and 3, of which row 2 is deleted when it is an upsert table. */
  private CommitterHarness filled(boolean upsert) throws Exception {
    CommitterHarness committer = new CommitterHarness(directory, upsert).open();
    if (upsert) {
      DataFile first = committer.file(1, 2);
      committer.commit(1, first);
      committer.send(committer.result(2, 0, 1, false, deletes(first, 1), committer.file(3)));
      committer.snapshot(2);
      committer.complete(2);
    } else {
      committer.commit(1, committer.file(1));
      committer.commit(2, committer.file(3));
    }
    assertThat(committer.ids()).containsExactly(1, 3);
    committer.close();
    committer.refresh = true;
    committer.indexVersion = upsert ? committer.version() : -1;
    return committer;
  }

  private static CommitterHarness reopen(
      CommitterHarness committer, OperatorSubtaskState state, long checkpoint) throws Exception {
    committer.close();
    return committer.open(state, checkpoint);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFirstCommitReplacesAllRows(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert).open()) {
      assertThat(committer.ids()).containsExactly(1, 3);
      committer.commit(1, committer.file(8, 9));
      assertThat(committer.version()).isEqualTo(3);
      assertThat(committer.ids()).containsExactly(8, 9);
      committer.commit(2, committer.file(10));
      assertThat(committer.ids()).containsExactly(8, 9, 10);
      assertThat(CommitterHarness.ids(committer.store.at(2))).containsExactly(1, 3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEmptyFirstEpochRemovesAllRows(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert).open()) {
      committer.commit(1);
      assertThat(committer.version()).isEqualTo(3);
      assertThat(committer.ids()).isEmpty();
      committer.commit(2);
      assertThat(committer.version()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRestoreBeforeTheFirstCommitMakesIt(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert).open()) {
      committer.send(committer.result(1, committer.file(8)));
      OperatorSubtaskState state = committer.snapshot(1);
      reopen(committer, state, 1);
      assertThat(committer.ids()).containsExactly(8);
      // And once only, however often that checkpoint is restored.
      reopen(committer, state, 1);
      assertThat(committer.version()).isEqualTo(3);
      committer.commit(2, committer.file(9));
      assertThat(committer.ids()).containsExactly(8, 9);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRestoreMakesItWithoutRowsToo(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert).open()) {
      committer.send(committer.result(1));
      OperatorSubtaskState state = committer.snapshot(1);
      // The submission that is restored needs no order to refresh: it is in the state.
      committer.refresh = false;
      reopen(committer, state, 1);
      assertThat(committer.version()).isEqualTo(3);
      assertThat(committer.ids()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRestoreAfterTheFirstCommitKeepsItsRows(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert).open()) {
      OperatorSubtaskState state = committer.commit(1, committer.file(8));
      for (int run = 0; run < 2; run++) {
        reopen(committer, state, 1);
        assertThat(committer.version()).isEqualTo(3);
        assertThat(committer.ids()).containsExactly(8);
      }
      OperatorSubtaskState later = committer.commit(2, committer.file(9));
      reopen(committer, later, 2);
      committer.commit(3, committer.file(10));
      assertThat(committer.ids()).containsExactly(8, 9, 10);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStateOfAnotherStartIsContinued(boolean upsert) throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, upsert).open()) {
      OperatorSubtaskState state = committer.commit(1, committer.file(1));
      committer.refresh = true;
      reopen(committer, state, 1);
      committer.commit(2, committer.file(2));
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anUnknownOutcomeOfTheFirstCommitIsLookedUp(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert)) {
      AtomicInteger published = new AtomicInteger();
      committer.listener =
          new CommitListener() {
            private static final long serialVersionUID = 1L;

            @Override
            public void published(String name, long version) {
              if (published.incrementAndGet() == 1) {
                throw new IllegalStateException("no answer");
              }
            }
          };
      committer.open();
      committer.commit(1, committer.file(8));
      committer.commit(2, committer.file(9));
      assertThat(committer.version()).isEqualTo(4);
      assertThat(committer.ids()).containsExactly(8, 9);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aForeignChangeBeforeTheFirstCommitStopsTheJob(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert).open()) {
      committer.send(committer.result(1, committer.file(8)));
      OperatorSubtaskState state = committer.snapshot(1);
      DataFile foreign = committer.file(7);
      committer.foreignCommit("WRITE", add(foreign, true));
      assertThatThrownBy(() -> committer.complete(1))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("Version 3")
          .hasStackTraceContaining("(WRITE by Other-Engine/1")
          .hasStackTraceContaining("start the job without state again");
      assertThatThrownBy(() -> reopen(committer, state, 1))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("were about to be replaced by 'flow'")
          .hasStackTraceContaining("version 3 (WRITE)");
      assertThat(committer.ids()).containsExactly(1, 3, 7);
      // On a table that was put back the refresh goes on.
      committer.foreignCommit("RESTORE", remove(foreign, true));
      reopen(committer, state, 1);
      assertThat(committer.ids()).containsExactly(8);
    }
  }

  @Test
  void aForeignChangeAfterTheFirstCommitIsJudgedAsEver() throws Exception {
    try (CommitterHarness committer = filled(false).open()) {
      committer.commit(1, committer.file(8));
      committer.foreignCommit("WRITE", add(committer.file(7), true));
      committer.commit(2, committer.file(9));
      assertThat(committer.ids()).containsExactly(7, 8, 9);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCommitOfMetadataBeforeTheFirstCommitIsTolerated(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert).open()) {
      committer.store.createOrCheck(committer.table.withProperty("deltacdc.other", "1"), upsert);
      committer.commit(1, committer.file(8));
      assertThat(committer.ids()).containsExactly(8);
      assertThat(committer.store.latest().properties()).doesNotContainKey("deltacdc.other");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whereNothingIsToBeReplacedNothingIsCommitted(boolean upsert) throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, upsert)) {
      committer.refresh = true;
      committer.open();
      OperatorSubtaskState state = committer.commit(1);
      assertThat(committer.version()).isZero();
      reopen(committer, state, 1);
      committer.commit(2, committer.file(8));
      assertThat(committer.ids()).containsExactly(8);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFirstCommitThatWasTakenBackIsNotTakenForDone(boolean upsert) throws Exception {
    try (CommitterHarness committer = filled(upsert).open()) {
      committer.send(committer.result(1));
      OperatorSubtaskState state = committer.snapshot(1);
      // The news of checkpoint 1 never came.
      DataFile second = committer.file(9);
      committer.send(committer.result(2, second));
      committer.snapshot(2);
      committer.complete(2);
      restoreTo(committer, 2);
      assertThatThrownBy(() -> reopen(committer, state, 1))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("without the changes of epochs [1]");
      assertThat(committer.ids()).containsExactly(1, 3);
    }
  }

  /** What Spark's RESTORE does, with the log's own lines. */
  private static void restoreTo(CommitterHarness committer, long version) throws Exception {
    long newest = committer.version();
    List<String> actions = new ArrayList<>();
    for (long undone = newest; undone > version; undone--) {
      Path log = Path.of(committer.table.path(), "_delta_log", "%020d.json".formatted(undone));
      for (String line : Files.readAllLines(log)) {
        if (line.startsWith("{\"add\"")) {
          actions.add(
              line.replaceFirst("\\{\"add\"", "{\"remove\"")
                  .replaceAll(",\"modificationTime\":\\d+", ",\"deletionTimestamp\":1")
                  .replaceAll(",\"stats\":\"(\\\\.|[^\"])*\"", ""));
        } else if (line.startsWith("{\"remove\"")) {
          actions.add(
              line.replaceFirst("\\{\"remove\"", "{\"add\"")
                  .replaceAll("\"deletionTimestamp\":\\d+", "\"modificationTime\":1")
                  .replaceAll("\"extendedFileMetadata\":true,", ""));
        }
      }
    }
    committer.foreignCommit("RESTORE", actions.toArray(String[]::new));
  }

  @Test
  void anOlderStateAfterTheFirstCommitDoesNotReplaceAgain() throws Exception {
    try (CommitterHarness committer = filled(true).open()) {
      OperatorSubtaskState old = committer.commit(1, committer.file(8));
      committer.commit(2, committer.file(9));
      assertThatThrownBy(() -> reopen(committer, old, 1)).isInstanceOf(StaleIndexException.class);
      reopen(committer, old, 1);
      assertThat(committer.ids()).containsExactly(8, 9);
      committer.indexVersion = committer.version();
      committer.commit(2, committer.file(10));
      assertThat(committer.ids()).containsExactly(8, 9, 10);
    }
  }

  @Test
  void anOlderStateOfAnAppendTableStops() throws Exception {
    try (CommitterHarness committer = filled(false).open()) {
      OperatorSubtaskState old = committer.commit(1, committer.file(8));
      committer.commit(2, committer.file(9));
      assertThatThrownBy(() -> reopen(committer, old, 1))
          .hasStackTraceContaining("moved on after checkpoint 1");
      assertThat(committer.ids()).containsExactly(8, 9);
    }
  }

  @Test
  void rowsAreCountedAnew() throws Exception {
    for (boolean upsert : new boolean[] {true, false}) {
      Path place = directory.resolve("count" + upsert);
      try (CommitterHarness committer = new CommitterHarness(place, upsert).open()) {
        committer.commit(1, committer.file(1, 2, 3));
        committer.close();
        committer.refresh = true;
        committer.indexVersion = upsert ? committer.version() : -1;
        committer.open();
        committer.commit(1, committer.file(8, 9));
        assertThat(
                ((CommitterOperator) committer.harness.getOneInputOperator())
                    .getRuntimeContext()
                    .getLongCounter("deltacdc-sink/flow/rows")
                    .getLocalValue())
            .isEqualTo(2L);
      }
    }
  }

  @Test
  void aStateIsContinuedWithAddedColumns() throws Exception {
    try (CommitterHarness before = new CommitterHarness(directory, true).open()) {
      before.commit(1, before.file(1));
      // Without the column, and not in the log yet.
      before.send(before.result(2, before.file(2)));
      OperatorSubtaskState state = before.snapshot(2);
      before.close();
      RowType wider = TestJob.NOTED;
      // As a submission with a refresh leaves it: the table lacks the column still.
      try (CommitterHarness after =
          CommitterHarness.existing(DeltaTable.of(before.table.path(), wider), true)) {
        after.refresh = true;
        after.indexVersion = 0;
        after.open(state, 2);
        assertThat(after.store.latest().rowType().getFieldNames()).isEqualTo(wider.getFieldNames());
        assertThat(after.ids()).containsExactly(1, 2);
      }
    }
  }
}
