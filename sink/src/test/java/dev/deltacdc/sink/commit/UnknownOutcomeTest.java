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
import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.sink.TestEvent;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

/** Commits whose answer is lost, and commits of others, with and without a race. */
class UnknownOutcomeTest {

  private static final AtomicInteger FAILURES = new AtomicInteger();

  @TempDir Path directory;

  /** The commit is in the log, its answer is an exception. */
  static final class LosesAnswers implements CommitListener {
    private static final long serialVersionUID = 1L;

    @Override
    public void published(String name, long version) {
      if (FAILURES.getAndDecrement() > 0) {
        throw new IllegalStateException("injected: no answer");
      }
    }
  }

  @BeforeEach
  void reset() {
    FAILURES.set(0);
  }

  @Test
  void aCommitWhoseAnswerWasLostIsNotMadeAgain() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true)) {
      committer.listener = new LosesAnswers();
      committer.open();
      DataFile first = committer.file(1, 2, 3);
      FAILURES.set(1);
      committer.commit(1, first);
      assertThat(committer.version()).isEqualTo(1);
      FAILURES.set(1);
      committer.commit(2, deletes(first, 1), committer.file(2));
      committer.commit(3, deletes(first, 2), committer.file(3));
      assertThat(committer.version()).isEqualTo(3);
      assertThat(committer.ids()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void anAppendWhoseAnswerWasLostIsNotMadeAgain() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false)) {
      committer.listener = new LosesAnswers();
      committer.open();
      FAILURES.set(1);
      committer.commit(1, committer.file(1));
      committer.commit(2, committer.file(2));
      assertThat(committer.ids()).containsExactly(1, 2);
      assertThat(committer.version()).isEqualTo(2);
    }
  }

  @Test
  void aForeignAppendStopsAnUpsertSinkByName() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.commit(1, committer.file(1));
      committer.foreignCommit("WRITE", add(committer.file(1), true));
      committer.prepare(2, committer.file(2));
      assertThatThrownBy(() -> committer.complete(2))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("Version 2 of")
          .hasStackTraceContaining("WRITE by Other-Engine/1")
          .hasStackTraceContaining("changed the table's rows");
      assertThat(committer.version()).isEqualTo(2);
    }
  }

  @Test
  void aForeignAppendIsFoundEvenWhenTheNextEpochOnlyDeletes() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile file = committer.file(1, 2);
      committer.commit(1, file);
      committer.foreignCommit("MERGE", add(committer.file(1), true));
      committer.prepare(2, deletes(file, 0));
      assertThatThrownBy(() -> committer.complete(2)).hasStackTraceContaining("MERGE");
    }
  }

  @Test
  void aLostRaceWithACompactionDoublesNothing() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile first = committer.file(1, 2);
      DataFile second = committer.file(3);
      committer.commit(1, first, second);
      committer.prepare(2, deletes(first, 0), committer.file(1));
      committer.foreignCommit(
          "OPTIMIZE",
          remove(first, false),
          remove(second, false),
          add(committer.file(1, 2, 3), false));
      assertThatThrownBy(() -> committer.complete(2))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("rewrote data files while this job was running");
      assertThat(committer.ids()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void commitsOfOthersThatTouchNoFileAreTolerated() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.commit(1, committer.file(1));
      committer.foreignCommit("VACUUM START");
      committer.foreignCommit("VACUUM END");
      committer.commit(2, committer.file(2));
      assertThat(committer.version()).isEqualTo(4);
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void anAppendSinkGoesOnBesideOthers() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      DataFile first = committer.file(1);
      committer.commit(1, first);
      committer.foreignCommit("WRITE", add(committer.file(100), true));
      committer.commit(2, committer.file(2));
      committer.foreignCommit("OPTIMIZE", remove(first, false), add(committer.file(1), false));
      committer.commit(3, committer.file(3));
      assertThat(committer.ids()).containsExactly(1, 2, 3, 100);
    }
  }

  /** DELETE and UPDATE of other engines give our files other vectors. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aForeignVectorIsNoticedByAnUpsertSinkAndLeftByAnAppendSink(boolean upsert) throws Exception {
    DeltaTable table =
        DeltaTable.of(directory.resolve("table").toString(), TestEvent.TYPE)
            .withProperty("delta.enableDeletionVectors", "true");
    try (CommitterHarness committer = new CommitterHarness(table, upsert).open()) {
      DataFile file = committer.file(1, 2, 3);
      OperatorSubtaskState state = committer.commit(1, file);
      TableSnapshot other = committer.store.latest();
      DeletionVector vector =
          committer
              .store
              .vectors()
              .write(Map.of(file.path(), RoaringBitmap.bitmapOf(1)))
              .get(file.path());
      other.newCommit().replaceVector(new LiveFile(file, null), vector).commit();
      if (!upsert) {
        committer.commit(2, committer.file(4));
        assertThat(committer.ids()).containsExactly(1, 3, 4);
        return;
      }
      committer.prepare(2, deletes(file, 0), committer.file(1));
      assertThatThrownBy(() -> committer.complete(2))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("changed the table's rows");
      committer.close();
      assertThatThrownBy(() -> committer.open(state, 1)).isInstanceOf(StaleIndexException.class);
      committer.open(state, 1);
      committer.indexVersion = committer.version();
      committer.commit(2, deletes(file, 0), committer.file(1));
      assertThat(committer.ids()).containsExactly(1, 3);
    }
  }

  /** Counting takes the longer the larger the table is: it waits for the end. */
  @Test
  void whatOthersAppendedIsCountedAtTheEnd() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, false).open()) {
      committer.commit(1, committer.file(1));
      committer.foreignCommit("WRITE", add(committer.file(100, 101), true));
      committer.commit(2, committer.file(2));
      assertThat(rows(committer)).isEqualTo(2L);
      committer.send(committer.result(3, 0, 1, true, new TreeMap<>()));
      committer.harness.endInput();
      committer.snapshot(3);
      committer.complete(3);
      assertThat(rows(committer)).isEqualTo(4L);
    }
  }

  private static Object rows(CommitterHarness committer) {
    return committer
        .harness
        .getEnvironment()
        .getAccumulatorRegistry()
        .getUserMap()
        .get("deltacdc-sink/flow/rows")
        .getLocalValue();
  }
}
