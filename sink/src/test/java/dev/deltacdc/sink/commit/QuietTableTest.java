/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job whose table gets no changes for long still knows what happens to it. */
class QuietTableTest {

  private static final long HOUR = 3_600_000;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cleanUpOfTheLogDoesNotPassIt(boolean upsert) throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, upsert).open()) {
      committer.commit(1, committer.file(1));
      for (int vacuum = 0; vacuum < 5; vacuum++) {
        committer.foreignCommit("VACUUM END");
      }
      committer.harness.setProcessingTime(HOUR);
      OperatorSubtaskState behind = committer.commit(2);
      OperatorSubtaskState state = committer.commit(3);
      committer.close();
      committer.store.latest().newCommit().transaction("other", 1).commit();
      checkpointAndCleanUp(committer, 4);
      committer.open(state, 3);
      committer.commit(4, committer.file(4));
      assertThat(committer.ids()).containsExactly(1, 4);
      committer.close();
      // What a state is that didn't look: the table seems to have moved on.
      assertThatThrownBy(() -> committer.open(behind, 2))
          .hasStackTraceContaining("moved on after checkpoint 2");
    }
  }

  /** As another engine does after its retention: entries up to a version go. */
  private static void checkpointAndCleanUp(CommitterHarness committer, int last) throws Exception {
    var engine =
        io.delta.kernel.defaults.engine.DefaultEngine.create(
            new org.apache.hadoop.conf.Configuration());
    io.delta.kernel.TableManager.loadSnapshot(committer.table.path())
        .build(engine)
        .writeCheckpoint(engine);
    for (int version = 0; version <= last; version++) {
      Files.delete(
          Path.of(committer.table.path(), "_delta_log", String.format("%020d.json", version)));
    }
  }

  @Test
  void aChangeBySomebodyElseIsNoticedWithinTheHour() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.commit(1, committer.file(1));
      committer.foreignCommit("DELETE", CommitterHarness.add(committer.file(2), true));
      committer.commit(2);
      committer.harness.setProcessingTime(HOUR);
      assertThatThrownBy(() -> committer.commit(3))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("DELETE by Other-Engine/1");
    }
  }

  @Test
  void aLogThatCannotBeReadNowIsLookedAtLater() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.commit(1, committer.file(1));
      committer.foreignCommit("VACUUM END");
      Path newest = Path.of(committer.table.path(), "_delta_log", "00000000000000000002.json");
      String content = Files.readString(newest);
      Files.writeString(newest, "not yet whole");
      committer.harness.setProcessingTime(HOUR);
      committer.commit(2);
      Files.writeString(newest, content);
      committer.commit(3, committer.file(3));
      assertThat(committer.ids()).containsExactly(1, 3);
    }
  }
}
