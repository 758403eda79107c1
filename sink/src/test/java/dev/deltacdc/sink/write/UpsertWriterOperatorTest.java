/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.FileIds;
import dev.deltacdc.sink.TestEvent;
import dev.deltacdc.sink.TestJob;
import dev.deltacdc.sink.index.RowKeySelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a writer sends at barriers and at its end, and what its index remembers. */
class UpsertWriterOperatorTest {

  private static final long DAY_MILLIS = 86_400_000;

  @TempDir Path directory;

  private WriterHarness writer() {
    return new WriterHarness(
        DeltaTable.of(directory.resolve("table").toString(), TestEvent.TYPE), List.of("id"));
  }

  @Test
  void everyBarrierBringsOneResult() throws Exception {
    try (WriterHarness writer = writer().open()) {
      writer.send(TestEvent.insert(1, "a", 1).row());
      writer.send(TestEvent.insert(2, "a", 1).row());
      writer.send(TestEvent.upsert(1, "a", 2).row());
      WriterResult first = writer.barrier(3);
      assertThat(first.epoch()).isEqualTo(3);
      assertThat(first.rowsWritten()).isEqualTo(2);
      assertThat(first.deletes()).isEmpty();
      WriterResult second = writer.barrier(5);
      assertThat(second.epoch()).isEqualTo(5);
      assertThat(second.isEmpty()).isTrue();
      assertThat(writer.results()).hasSize(2);
    }
  }

  @Test
  void theEndBringsAFinalResultAndThenNothing() throws Exception {
    try (WriterHarness writer = writer().open()) {
      writer.barrier(4);
      writer.send(TestEvent.insert(1, "a", 1).row());
      writer.harness.endInput();
      WriterResult end = writer.last();
      assertThat(end.epoch()).isEqualTo(5);
      assertThat(end.last()).isTrue();
      assertThat(end.rowsWritten()).isEqualTo(1);
      writer.harness.prepareSnapshotPreBarrier(6);
      assertThat(writer.results()).hasSize(2);
    }
  }

  @Test
  void afterARestoreTheFinalResultComesAgain() throws Exception {
    WriterHarness writer = writer().open();
    writer.harness.endInput();
    OperatorSubtaskState state = writer.harness.snapshot(7, 0);
    writer.close();
    writer.open(state, 7, 1, 0);
    writer.harness.endInput();
    assertThat(writer.last().last()).isTrue();
    assertThat(writer.last().epoch()).isEqualTo(8);
    writer.close();
  }

  @Test
  void aKeyUpdatedAfterAFlushDeletesItsOwnRowOfTheEpoch() throws Exception {
    WriterHarness writer = writer();
    writer.options = TestJob.smallBuffers();
    try (writer) {
      writer.open();
      for (int id = 0; id < 7; id++) {
        writer.send(TestEvent.insert(id, "a", 0).row());
      }
      writer.send(TestEvent.upsert(3, "a", 1).row());
      writer.send(TestEvent.delete(4).row());
      WriterResult result = writer.barrier(1);
      assertThat(result.files()).hasSize(2);
      assertThat(result.rowsDeleted()).isEqualTo(2);
      assertThat(result.rowsUpdated()).isEqualTo(1);
      assertThat(result.deletes()).containsOnlyKeys(FileIds.of(result.files().get(0).path()));
    }
  }

  @Test
  void deletesOfUnknownKeysAndUpdateBeforeHaveNoEffect() throws Exception {
    try (WriterHarness writer = writer().open()) {
      writer.send(TestEvent.delete(1).row());
      writer.send(TestEvent.before(2, "a", 1).row());
      WriterResult result = writer.barrier(1);
      assertThat(result.isEmpty()).isTrue();
      assertThat(result.rowsIgnored()).isEqualTo(1);
    }
  }

  @Test
  void finalRowsLeaveTheIndexAfterWhatIsBufferedForThem() throws Exception {
    WriterHarness writer = writer();
    writer.forgetting = true;
    writer.options = TestJob.smallBuffers();
    try (writer) {
      writer.open();
      writer.send(TestEvent.insert(1, "a", 1).row());
      writer.send(TestEvent.insert(2, "a", 1).row());
      writer.barrier(1);
      assertThat(writer.harness.numKeyedStateEntries()).isEqualTo(2);
      // The last change of row 1, and row 3, which is final at once.
      writer.send(TestEvent.upsert(1, "a", 2).row());
      writer.send(TestEvent.before(1, "a", 2).row());
      writer.send(TestEvent.insert(3, "a", 1).row());
      writer.send(TestEvent.before(3, "a", 1).row());
      WriterResult result = writer.barrier(2);
      assertThat(result.rowsWritten()).isEqualTo(2);
      assertThat(result.rowsDeleted()).isEqualTo(1);
      assertThat(writer.harness.numKeyedStateEntries()).isEqualTo(1);
      // Never more than a buffer of them.
      for (int id = 10; id < 100; id++) {
        writer.send(TestEvent.before(id, "a", 1).row());
      }
      writer.send(TestEvent.before(2, "a", 1).row());
      assertThat(writer.barrier(3).isEmpty()).isTrue();
      assertThat(writer.harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void aRowThatIsInsertedAndDeletedInOneEpochIsNotWritten() throws Exception {
    try (WriterHarness writer = writer().open()) {
      writer.send(TestEvent.insert(1, "a", 1).row());
      writer.send(TestEvent.delete(1).row());
      assertThat(writer.barrier(1).isEmpty()).isTrue();
      writer.send(TestEvent.delete(1).row());
      writer.send(TestEvent.insert(1, "a", 1).row());
      assertThat(writer.barrier(2).rowsWritten()).isEqualTo(1);
    }
  }

  @Test
  void theIndexIsBuiltFromTheTableByEachSubtaskForItsOwnKeys() throws Exception {
    WriterHarness first = writer().open();
    for (int id = 0; id < 20; id++) {
      first.send(TestEvent.insert(id, "a", 0).row());
    }
    first.commitFirst(first.barrier(1));
    first.close();
    List<Integer> found = new ArrayList<>();
    for (int subtask = 0; subtask < 3; subtask++) {
      try (WriterHarness writer = writer()) {
        writer.open(null, 0, 3, subtask);
        for (int id = 0; id < 20; id++) {
          if (subtaskOf(writer, id, 3) == subtask) {
            writer.send(TestEvent.delete(id).row());
            found.add(id);
          }
        }
        WriterResult result = writer.barrier(1);
        assertThat(result.indexVersion()).isEqualTo(1);
        assertThat(result.rowsIgnored()).isZero();
      }
    }
    assertThat(found).hasSize(20);
  }

  private static int subtaskOf(WriterHarness writer, int id, int parallelism) throws Exception {
    Object key =
        new RowKeySelector(writer.table.rowType(), writer.keys).getKey(TestEvent.delete(id).row());
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
        key, WriterHarness.MAX_PARALLELISM, parallelism);
  }

  @Test
  void aRestoredIndexIsNotBuiltAgainUnlessItIsMarkedStale() throws Exception {
    WriterHarness writer = writer().open();
    writer.send(TestEvent.insert(1, "a", 0).row());
    WriterResult result = writer.barrier(1);
    OperatorSubtaskState state = writer.harness.snapshot(1, 0);
    writer.commitFirst(result);
    writer.close();
    writer.open(state, 1, 1, 0);
    assertThat(writer.barrier(2).indexVersion()).isZero();
    writer.close();
    // The table loses the row behind the index.
    writer.store.latest().newCommit().transaction(StaleIndex.appId("flow", 0), 1).commit();
    writer.open(state, 1, 1, 0);
    assertThat(writer.barrier(2).indexVersion()).isEqualTo(2);
    writer.close();
  }

  @Test
  void anIndexOfATableThatWasCreatedAgainStopsTheJob() throws Exception {
    for (boolean sameVersion : new boolean[] {false, true}) {
      WriterHarness writer = writer().open();
      writer.send(TestEvent.insert(1, "a", 0).row());
      WriterResult result = writer.barrier(1);
      OperatorSubtaskState state = writer.harness.snapshot(1, 0);
      writer.commitFirst(result);
      writer.close();
      FileUtils.deleteDirectory(Path.of(writer.table.path()).toFile());
      WriterHarness recreated = writer();
      if (sameVersion) {
        recreated.store.latest().newCommit().transaction("other", 1).commit();
      }
      assertThatThrownBy(() -> recreated.open(state, 1, 1, 0))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("is not the one that the state of 'flow' belongs to");
      // Without state it is a table like any other.
      recreated.open();
      assertThat(recreated.barrier(1).tableId()).isNotEqualTo(result.tableId());
      recreated.close();
      FileUtils.deleteDirectory(Path.of(writer.table.path()).toFile());
    }
  }

  @Test
  void anotherKeyThanTheStatesStopsTheJob() throws Exception {
    WriterHarness writer = writer().open();
    writer.send(TestEvent.insert(1, "a", 0).row());
    writer.barrier(1);
    OperatorSubtaskState state = writer.harness.snapshot(1, 0);
    writer.close();
    WriterHarness other = new WriterHarness(writer.table, List.of("id", "part"));
    assertThatThrownBy(() -> other.open(state, 1, 1, 0))
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("is keyed by (id INTEGER)")
        .hasStackTraceContaining("keys its rows by (id INTEGER, part STRING)");
    other.close();
    // The same columns in another order are another key.
    WriterHarness both = new WriterHarness(writer.table, List.of("part", "id")).open();
    OperatorSubtaskState ofBoth = both.harness.snapshot(1, 0);
    both.close();
    assertThatThrownBy(() -> other.open(ofBoth, 1, 1, 0))
        .isInstanceOf(SuppressRestartsException.class);
  }

  private static final RowType DAILY =
      RowType.of(
          new LogicalType[] {new IntType(false), new DateType(false), new IntType()},
          new String[] {"id", "day", "amount"});

  private static GenericRowData daily(int id, int day, int amount) {
    return GenericRowData.ofKind(RowKind.UPDATE_AFTER, id, day, amount);
  }

  private WriterHarness dailyWriter() {
    WriterHarness writer =
        new WriterHarness(
            DeltaTable.of(directory.resolve("daily").toString(), DAILY)
                .partitionedBy(List.of("day")),
            List.of("id", "day"));
    writer.dayColumn = "day";
    writer.dayWindow = 3;
    return writer;
  }

  @Test
  void anEmptyTextInAPartitionColumnOfTheKeyIsFoundAgain() throws Exception {
    DeltaTable table =
        DeltaTable.of(directory.resolve("table").toString(), TestEvent.TYPE)
            .partitionedBy(List.of("part"));
    try (WriterHarness writer = new WriterHarness(table, List.of("id", "part")).open()) {
      writer.send(TestEvent.insert(1, "", 1).row());
      writer.send(TestEvent.insert(1, "a", 1).row());
      writer.commitFirst(writer.barrier(1));
      writer.close();
      writer.open();
      writer.send(TestEvent.upsert(1, "", 2).row());
      assertThat(writer.barrier(1).rowsDeleted()).isEqualTo(1);
    }
  }

  @Test
  void aTableThatIsGoneStopsTheJob() throws Exception {
    WriterHarness writer = writer();
    FileUtils.deleteDirectory(Path.of(writer.table.path()).toFile());
    assertThatThrownBy(writer::open)
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("There is no Delta table at");
  }

  @Test
  void daysBeforeTheWindowAreForgottenAndRefused() throws Exception {
    try (WriterHarness writer = dailyWriter().open()) {
      writer.send(daily(1, 10, 0));
      writer.send(daily(1, 12, 0));
      writer.barrier(1);
      assertThat(writer.harness.numKeyedStateEntries()).isEqualTo(2);
      writer.send(daily(1, 10, 1));
      writer.harness.processWatermark((14 + 1) * DAY_MILLIS - 1);
      assertThat(writer.harness.numKeyedStateEntries()).isEqualTo(1);
      // What was buffered before the day left still found its old row.
      writer.send(daily(1, 11, 0));
      WriterResult result = writer.barrier(2);
      assertThat(result.rowsDeleted()).isEqualTo(1);
      assertThatThrownBy(() -> writer.send(daily(1, 10, 2)))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("1970-01-11")
          .hasStackTraceContaining("left the window of 3 days");
    }
  }

  @Test
  void theEndOfTheInputForgetsNothing() throws Exception {
    try (WriterHarness writer = dailyWriter().open()) {
      writer.send(daily(1, 10, 0));
      writer.barrier(1);
      writer.harness.processWatermark(Long.MAX_VALUE);
      writer.send(daily(1, 10, 1));
      assertThat(writer.barrier(2).rowsDeleted()).isEqualTo(1);
    }
  }

  @Test
  void forgottenDaysStayForgottenAfterARestoreAndARebuild() throws Exception {
    WriterHarness writer = dailyWriter().open();
    writer.send(daily(1, 10, 0));
    writer.send(daily(2, 20, 0));
    WriterResult result = writer.barrier(1);
    writer.harness.processWatermark((20 + 1) * DAY_MILLIS - 1);
    OperatorSubtaskState state = writer.harness.snapshot(1, 0);
    writer.commitFirst(result);
    writer.close();
    writer.open(state, 1, 1, 0);
    assertThatThrownBy(() -> writer.send(daily(1, 16, 1)))
        .isInstanceOf(SuppressRestartsException.class);
    writer.close();
    writer.open();
    assertThat(writer.harness.numKeyedStateEntries()).isEqualTo(1);
    assertThatThrownBy(() -> writer.send(daily(1, 16, 1)))
        .isInstanceOf(SuppressRestartsException.class);
    writer.close();
  }

  @Test
  void aRebuildReadsOnlyTheDaysOfTheWindow() throws Exception {
    WriterHarness writer = dailyWriter().open();
    writer.send(daily(1, 10, 0));
    writer.send(daily(2, 20, 0));
    WriterResult result = writer.barrier(1);
    writer.commitFirst(result);
    writer.close();
    for (DataFile file : result.files()) {
      if (file.partitionValues().get("day").equals("1970-01-11")) {
        Files.delete(Path.of(writer.table.path(), file.path()));
      }
    }
    writer.open();
    assertThat(writer.harness.numKeyedStateEntries()).isEqualTo(1);
    writer.close();
  }

  /** The watermark has reached one of two subtasks and is on its way to the other. */
  @Test
  void afterARescaleADayIsForgottenOnlyWhereAllHadForgottenIt() throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (int subtask = 0; subtask < 2; subtask++) {
      try (WriterHarness writer = dailyWriter()) {
        writer.open(null, 0, 2, subtask);
        writer.harness.processWatermark((13 + subtask + 1) * DAY_MILLIS - 1);
        states.add(writer.harness.snapshot(1, 0));
      }
    }
    OperatorSubtaskState merged =
        AbstractStreamOperatorTestHarness.repackageState(
            states.toArray(OperatorSubtaskState[]::new));
    // Days before 10 are forgotten by the first, before 11 by the second.
    for (int[] run : new int[][] {{1, 0, 10}, {2, 0, 10}, {2, 1, 11}, {3, 1, 10}, {3, 2, 11}}) {
      OperatorSubtaskState state =
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              merged, WriterHarness.MAX_PARALLELISM, 2, run[0], run[1]);
      try (WriterHarness writer = dailyWriter()) {
        writer.open(state, 1, run[0], run[1]);
        writer.send(daily(keyOf(writer, run[0], run[1], run[2]), run[2], 0));
        assertThat(writer.barrier(2).rowsWritten()).isEqualTo(1);
        int tooOld = run[2] - 1;
        assertThatThrownBy(
                () -> writer.send(daily(keyOf(writer, run[0], run[1], tooOld), tooOld, 0)))
            .isInstanceOf(SuppressRestartsException.class);
      }
    }
  }

  /** An id that, with a day, is a key of a subtask. */
  private static int keyOf(WriterHarness writer, int parallelism, int subtask, int day)
      throws Exception {
    RowKeySelector selector = new RowKeySelector(DAILY, writer.keys, List.of("day"));
    for (int id = 0; ; id++) {
      Object key = selector.getKey(daily(id, day, 0));
      if (KeyGroupRangeAssignment.assignKeyToParallelOperator(
              key, WriterHarness.MAX_PARALLELISM, parallelism)
          == subtask) {
        return id;
      }
    }
  }
}
