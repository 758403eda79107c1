/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.commit.CommitListener;
import dev.deltacdc.sink.commit.CommitterOperator;
import dev.deltacdc.sink.commit.CommitterSettings;
import dev.deltacdc.sink.index.RowKey;
import dev.deltacdc.sink.index.RowKeySelector;
import dev.deltacdc.sink.index.RowKeyTypeInfo;
import dev.deltacdc.sink.write.AppendWriterOperator;
import dev.deltacdc.sink.write.UpsertWriterOperator;
import dev.deltacdc.sink.write.WriterResult;
import dev.deltacdc.sink.write.WriterResultTypeInfo;
import dev.deltacdc.sink.write.WriterSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;

/**
 * Writer and committer without a cluster, on the {@link FaultyFileSystem}: a batch of the feed is
 * an epoch. What a job does after a failure is done by hand: all is gone but the last checkpoint.
 */
final class SinkHarness {

  /** What a restart has. */
  record Checkpoint(
      int id, @Nullable OperatorSubtaskState writer, @Nullable OperatorSubtaskState committer) {}

  private final DeltaTable table;
  private final TestFeed feed;
  private final boolean upsert;
  private Checkpoint last = new Checkpoint(0, null, null);

  private OneInputStreamOperatorTestHarness<RowData, WriterResult> writer;
  private OneInputStreamOperatorTestHarness<WriterResult, Void> committer;

  SinkHarness(Path path, TestFeed feed, boolean upsert) {
    this.table = DeltaTable.of("faulty:" + path, TestEvent.TYPE);
    this.feed = feed;
    this.upsert = upsert;
  }

  Checkpoint checkpoint() {
    return last;
  }

  void rewind(Checkpoint older) {
    last = older;
  }

  /** Runs to the end of an epoch; a failure leaves the last checkpoint and is noted. */
  boolean attempt(int lastEpoch, List<Exception> failures) {
    try {
      run(lastEpoch);
      return true;
    } catch (Exception e) {
      failures.add(e);
      return false;
    }
  }

  void run(int lastEpoch) throws Exception {
    try {
      open();
      for (int epoch = last.id() + 1; epoch <= lastEpoch; epoch++) {
        checkpoint(epoch);
        committer.notifyOfCompletedCheckpoint(epoch);
      }
    } finally {
      close();
    }
  }

  void checkpointWithoutCommit(int epoch) throws Exception {
    try {
      open();
      checkpoint(epoch);
    } finally {
      close();
    }
  }

  private void checkpoint(int epoch) throws Exception {
    for (TestEvent event : feed.batches().get(epoch - 1)) {
      writer.processElement(event.row(), 0);
    }
    writer.prepareSnapshotPreBarrier(epoch);
    for (WriterResult result : writer.extractOutputValues()) {
      committer.processElement(result, 0);
    }
    writer.getOutput().clear();
    OperatorSubtaskState ofWriter = writer.snapshot(epoch, 0);
    last = new Checkpoint(epoch, ofWriter, committer.snapshot(epoch, 0));
  }

  private void open() throws Exception {
    TableStore.open(table.path(), FaultyFileSystem.settings()).createOrCheck(table, upsert);
    DeltaSinkOptions options = TestJob.smallBuffers();
    List<String> keys = upsert ? List.of("id") : List.of();
    WriterSettings writing =
        new WriterSettings(
            table, "flow", keys, false, options, FaultyFileSystem.settings(), null, 0, false);
    writer = upsert ? upsertWriter(writing, keys) : appendWriter(writing);
    committer =
        new OneInputStreamOperatorTestHarness<>(
            new CommitterOperator(
                new CommitterSettings(
                    table,
                    "flow",
                    upsert,
                    false,
                    options,
                    FaultyFileSystem.settings(),
                    null,
                    0,
                    CommitListener.none())),
            1,
            1,
            0);
    committer
        .getEnvironment()
        .getJobConfiguration()
        .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
    committer.setup();
    writer.setup(new WriterResultTypeInfo().createSerializer(new SerializerConfigImpl()));
    restore(committer, last.committer());
    restore(writer, last.writer());
    committer.open();
    writer.open();
  }

  private void restore(
      AbstractStreamOperatorTestHarness<?> harness, @Nullable OperatorSubtaskState state)
      throws Exception {
    if (state != null) {
      harness.setRestoredCheckpointId(last.id());
      harness.initializeState(state);
    }
  }

  private static OneInputStreamOperatorTestHarness<RowData, WriterResult> appendWriter(
      WriterSettings settings) throws Exception {
    return new OneInputStreamOperatorTestHarness<>(new AppendWriterOperator(settings), 1, 1, 0);
  }

  private static OneInputStreamOperatorTestHarness<RowData, WriterResult> upsertWriter(
      WriterSettings settings, List<String> keys) throws Exception {
    RowKeySelector selector = new RowKeySelector(settings.table().rowType(), keys);
    return new KeyedOneInputStreamOperatorTestHarness<RowKey, RowData, WriterResult>(
        new UpsertWriterOperator<>(settings, selector), selector, new RowKeyTypeInfo(), 1, 1, 0);
  }

  private void close() {
    close(writer);
    close(committer);
    writer = null;
    committer = null;
  }

  private static void close(@Nullable AbstractStreamOperatorTestHarness<?> harness) {
    if (harness != null) {
      try {
        harness.close();
      } catch (Exception e) {
        // It failed before, and that is what counts.
      }
    }
  }
}
