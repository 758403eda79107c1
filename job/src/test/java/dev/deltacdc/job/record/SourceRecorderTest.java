/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.source.SourceProgress;
import dev.deltacdc.job.source.SplitRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When what sources read comes into the record. */
class SourceRecorderTest {

  @TempDir Path temp;

  private RunFolders folders;
  private RunFolder folder;

  @BeforeEach
  void folder() {
    folders = new RunFolders(temp.resolve("my lake").toString(), Map.of(), "pipeline");
    folder = folders.next();
  }

  @Test
  void nothingIsRecordedBeforeItsCheckpointIsComplete() throws Exception {
    try (var recorder = recorder()) {
      recorder.open();
      recorder.processElement(progress(1, 10), 0);
      recorder.processElement(progress(2, 5), 0);
      recorder.snapshot(1, 1);
      assertThat(folders.newestFirst()).isEmpty();
      recorder.notifyOfCompletedCheckpoint(1);
      assertThat(RunRecord.read(folders, folder).recordsRead("feed")).isEqualTo(10);
      recorder.notifyOfCompletedCheckpoint(3);
      assertThat(RunRecord.read(folders, folder).recordsRead("feed")).isEqualTo(15);
    }
  }

  @Test
  void readersOfOneSourceAreTogether() throws Exception {
    try (var recorder = recorder()) {
      recorder.open();
      recorder.processElement(progress(1, 10), 0);
      recorder.processElement(progress(1, 20), 0);
      recorder.notifyOfCompletedCheckpoint(1);
    }
    assertThat(lines()).hasSize(1);
    assertThat(RunRecord.read(folders, folder).recordsRead("feed")).isEqualTo(30);
  }

  @Test
  void afterAFailureWhatWasOrWasNotRecordedIsThereOnce() throws Exception {
    OperatorSubtaskState state;
    try (var recorder = recorder()) {
      recorder.open();
      recorder.processElement(progress(1, 10), 0);
      state = recorder.snapshot(1, 1);
      recorder.notifyOfCompletedCheckpoint(1);
    }
    try (var recorder = recorder()) {
      recorder.setRestoredCheckpointId(1);
      recorder.initializeState(state);
      recorder.open();
      recorder.processElement(progress(2, 7), 0);
      recorder.notifyOfCompletedCheckpoint(2);
    }
    assertThat(lines()).hasSize(3);
    assertThat(RunRecord.read(folders, folder).recordsRead("feed")).isEqualTo(17);
  }

  @Test
  void whatTheRunBeforeHasReadIsInItsRecord() throws Exception {
    RunFolder before = folder;
    OperatorSubtaskState state;
    try (var recorder = recorder()) {
      recorder.open();
      recorder.processElement(progress(1, 10), 0);
      state = recorder.snapshot(1, 1);
    }
    folder = folders.next();
    try (var recorder = recorder()) {
      recorder.setRestoredCheckpointId(1);
      recorder.initializeState(state);
      recorder.open();
      recorder.processElement(progress(2, 7), 0);
      recorder.notifyOfCompletedCheckpoint(2);
    }
    assertThat(RunRecord.read(folders, before).recordsRead("feed")).isEqualTo(10);
    assertThat(RunRecord.read(folders, folder).recordsRead("feed")).isEqualTo(7);
  }

  private OneInputStreamOperatorTestHarness<SourceProgress, Void> recorder() throws Exception {
    SerializerConfigImpl noKryo = new SerializerConfigImpl();
    noKryo.setGenericTypes(false);
    TypeSerializer<SourceProgress> serializer =
        TypeInformation.of(SourceProgress.class).createSerializer(noKryo);
    return new OneInputStreamOperatorTestHarness<>(new SourceRecorder(folder), serializer);
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    folders.read(folder, lines::add);
    return lines;
  }

  private static SourceProgress progress(long epoch, long records) {
    return new SourceProgress(
        "feed",
        "source/feed",
        epoch,
        records,
        1,
        List.of(new SplitRange("a.csv", 1, records, records)));
  }
}
