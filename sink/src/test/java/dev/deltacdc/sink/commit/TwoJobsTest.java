/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import java.nio.file.Path;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs write one table at the same time, under one name: the same job submitted twice. */
class TwoJobsTest {

  @TempDir Path directory;

  private CommitterHarness job(boolean upsert) {
    return new CommitterHarness(directory, upsert);
  }

  @Test
  void theSlowerOfTwoUpsertJobsStopsAndTheFasterGoesOn() throws Exception {
    try (CommitterHarness first = job(true).open();
        CommitterHarness second = job(true).open()) {
      second.prepare(1, second.file(1));
      first.commit(1, first.file(1));
      assertThatThrownBy(() -> second.complete(1))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("which must be the only one that does");
      first.commit(2, first.file(2));
      assertThat(first.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void twoJobsFromOneCheckpointCommitWhatItHoldsOnce() throws Exception {
    try (CommitterHarness before = job(true).open();
        CommitterHarness first = job(true);
        CommitterHarness second = job(true)) {
      DataFile file = before.file(1, 2);
      before.commit(1, file);
      OperatorSubtaskState state =
          before.prepare(2, CommitterHarness.deletes(file, 0), before.file(1));
      before.close();
      first.open(state, 2);
      second.open(state, 2);
      assertThat(first.version()).isEqualTo(2);
      assertThat(first.ids()).containsExactly(1, 2);
      second.commit(3, second.file(3));
      first.prepare(3, first.file(3));
      assertThatThrownBy(() -> first.complete(3)).isInstanceOf(SuppressRestartsException.class);
      assertThat(second.ids()).containsExactly(1, 2, 3);
    }
  }

  /** The old committer is cut off while it commits; its write and the new one's race. */
  @Test
  void aCommitterThatIsStillAtItAfterTheJobWasRestoredCommitsNothingTwice() throws Exception {
    for (boolean upsert : new boolean[] {true, false}) {
      Path table = directory.resolve("upsert " + upsert);
      try (CommitterHarness old = new CommitterHarness(table, upsert).open();
          CommitterHarness restored = new CommitterHarness(table, upsert)) {
        OperatorSubtaskState state = old.prepare(1, old.file(1));
        restored.open(state, 1);
        old.complete(1);
        assertThat(old.ids()).containsExactly(1);
        assertThat(old.version()).isEqualTo(1);
      }
    }
  }

  @Test
  void twoAppendJobsDoNotMindEachOther() throws Exception {
    try (CommitterHarness first = job(false).open();
        CommitterHarness second = job(false).open()) {
      for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
        first.commit(checkpoint, first.file(checkpoint));
        second.commit(checkpoint, second.file(100 + checkpoint));
      }
      assertThat(first.ids()).containsExactly(1, 2, 3, 101, 102, 103);
    }
  }
}
