/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static dev.deltacdc.sink.commit.CommitterHarness.deletes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.LiveFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Epochs become commits: which, when, and with what in them. */
class CommitterOperatorTest {

  @TempDir Path directory;

  @Test
  void aCompletedCheckpointBecomesOneCommit() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.prepare(1, committer.file(1, 2));
      assertThat(committer.version()).isZero();
      committer.complete(1);
      assertThat(committer.version()).isEqualTo(1);
      assertThat(committer.ids()).containsExactly(1, 2);
    }
  }

  @Test
  void anEmptyEpochMakesNoCommit() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.commit(1);
      committer.commit(2);
      assertThat(committer.version()).isZero();
    }
  }

  @Test
  void theEpochsOfAbortedCheckpointsAreCommittedWithTheNextOne() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile first = committer.file(1, 2);
      committer.send(committer.result(1, 0, 2, false, new TreeMap<>(), first));
      // Checkpoint 1 is aborted before the other writer prepared it; 2 on all.
      committer.send(committer.result(2, 0, 2, false, deletes(first, 0), committer.file(1)));
      committer.send(committer.result(2, 1, 2, false, new TreeMap<>(), committer.file(7)));
      committer.snapshot(2);
      committer.send(committer.result(3, 0, 2, false, new TreeMap<>()));
      committer.send(committer.result(3, 1, 2, false, new TreeMap<>(), committer.file(8)));
      committer.snapshot(3);
      committer.complete(3);
      assertThat(committer.version()).isEqualTo(1);
      assertThat(committer.ids()).containsExactly(1, 2, 7, 8);
    }
  }

  @Test
  void anEpochThatIsPreparedBeforeTheOneBeforeIsCommittedWaits() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile first = committer.file(1, 2);
      committer.prepare(1, first);
      committer.prepare(2, deletes(first, 0), committer.file(1));
      committer.complete(1);
      assertThat(committer.ids()).containsExactly(1, 2);
      committer.complete(2);
      assertThat(committer.ids()).containsExactly(1, 2);
      assertThat(committer.version()).isEqualTo(2);
    }
  }

  @Test
  void aWriterThatSentNothingFailsTheCheckpoint() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.send(committer.result(1, 0, 2, false, new TreeMap<>(), committer.file(1)));
      assertThatThrownBy(() -> committer.snapshot(1))
          .hasStackTraceContaining("writers [1] of 'flow' sent neither its epoch nor their final");
      assertThat(committer.version()).isZero();
    }
  }

  @Test
  void aWriterThatEndedIsNotMissed() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.send(committer.result(1, 1, 2, true, new TreeMap<>(), committer.file(9)));
      committer.send(committer.result(1, 0, 2, false, new TreeMap<>(), committer.file(1)));
      committer.snapshot(1);
      committer.complete(1);
      committer.send(committer.result(2, 0, 2, false, new TreeMap<>(), committer.file(2)));
      committer.snapshot(2);
      committer.complete(2);
      committer.send(committer.result(3, 0, 2, true, new TreeMap<>(), committer.file(3)));
      committer.snapshot(4);
      committer.complete(4);
      assertThat(committer.ids()).containsExactly(1, 2, 3, 9);
    }
  }

  @Test
  void aFileWithoutStatisticsThatWasThereBeforeCanLoseRows() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true)) {
      DataFile counted = committer.file(1, 2, 3);
      DataFile uncounted =
          new DataFile(
              counted.path(),
              counted.partitionValues(),
              counted.size(),
              counted.modificationTime(),
              -1,
              null);
      committer.foreignCommit("WRITE", CommitterHarness.add(uncounted, true));
      committer.indexVersion = committer.version();
      committer.open();
      committer.commit(1, deletes(uncounted, 1));
      assertThat(committer.ids()).containsExactly(1, 3);
      assertThat(committer.store.latest().numRows()).isEqualTo(2);
    }
  }

  @Test
  void twoWritersMayDeleteFromOneFileAndItsRecordCountStays() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile file = committer.file(1, 2, 3, 4);
      committer.send(committer.result(1, 0, 2, false, new TreeMap<>(), file));
      committer.send(committer.result(1, 1, 2, false, new TreeMap<>()));
      committer.snapshot(1);
      committer.complete(1);
      committer.send(committer.result(2, 0, 2, false, deletes(file, 0)));
      committer.send(committer.result(2, 1, 2, false, deletes(file, 3)));
      committer.snapshot(2);
      committer.complete(2);
      assertThat(committer.ids()).containsExactly(2, 3);
      List<LiveFile> live = new ArrayList<>();
      committer.store.latest().forEachLiveFile(live::add);
      assertThat(live).hasSize(1);
      assertThat(live.get(0).file().numRecords()).isEqualTo(4);
      assertThat(live.get(0).vector().cardinality()).isEqualTo(2);
    }
  }

  @Test
  void aFileWithoutRowsLeftIsRemoved() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile file = committer.file(1, 2);
      committer.commit(1, file);
      DataFile dead = committer.file(3);
      committer.commit(2, deletes(file, 0));
      var both = deletes(file, 1);
      both.putAll(deletes(dead, 0));
      committer.commit(3, both, dead);
      List<LiveFile> live = new ArrayList<>();
      committer.store.latest().forEachLiveFile(live::add);
      assertThat(live).isEmpty();
    }
  }

  @Test
  void aDeleteInAFileThatIsNotPartOfTheTableStopsTheJob() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile unknown = committer.file(1);
      committer.prepare(1, deletes(unknown, 0));
      assertThatThrownBy(() -> committer.complete(1))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("which is not part of the table");
    }
  }

  @Test
  void aRowThatIsDeletedTwiceStopsTheJob() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile file = committer.file(1, 2, 3);
      committer.commit(1, file);
      committer.commit(2, deletes(file, 1));
      committer.prepare(3, deletes(file, 1));
      assertThatThrownBy(() -> committer.complete(3))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("row 1 of")
          .hasStackTraceContaining("is deleted already");
    }
  }

  @Test
  void aRowBeyondTheFilesEndStopsTheJob() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      DataFile file = committer.file(1, 2, 3);
      committer.prepare(1, deletes(file, 3), file);
      assertThatThrownBy(() -> committer.complete(1))
          .isInstanceOf(SuppressRestartsException.class)
          .hasStackTraceContaining("the file has 3 rows");
    }
  }

  @Test
  void writersWhoseIndexesDifferFailTheJob() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true).open()) {
      committer.send(committer.result(1, 0, 2, false, new TreeMap<>()));
      committer.indexVersion = 5;
      assertThatThrownBy(() -> committer.send(committer.result(1, 1, 2, false, new TreeMap<>())))
          .hasMessageContaining("different versions of the table (0 and 5)");
    }
  }

  @Test
  void anIndexOfAVersionThatWasChangedSinceFailsTheJob() throws Exception {
    try (CommitterHarness committer = new CommitterHarness(directory, true)) {
      committer.foreignCommit("WRITE", CommitterHarness.add(committer.file(1), true));
      committer.open();
      assertThatThrownBy(() -> committer.send(committer.result(1)))
          .hasMessageContaining("changed the table while the index was built");
    }
  }
}
