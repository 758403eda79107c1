/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the enumerator hands out, and what the reader makes of it. */
class RereadEnumeratorTest {

  private static final SnapshotFiles REREAD =
      new SnapshotFiles(SnapshotVersion.READ_TIME, false, false, false, null);

  @TempDir Path folder;

  private final CollectedSplits context = new CollectedSplits();
  private long now = 1_000;
  private FileListing listing;

  @BeforeEach
  void files() throws IOException {
    listing = new FileListing(new org.apache.flink.core.fs.Path(folder.toUri()), REREAD);
    Files.writeString(folder.resolve("a.csv"), "1\n2\n");
    Files.writeString(folder.resolve("b.csv"), "3\n");
  }

  @Test
  void versionsAscendThoughTheClockGoesBack() throws IOException {
    RereadEnumerator enumerator = enumerator(List.of(), Duration.ofMillis(50));
    request(enumerator);
    now = 500;
    Files.writeString(folder.resolve("b.csv"), "30\n");
    request(enumerator);
    var state = enumerator.snapshotState(1).getAlreadyProcessedPaths();
    request(enumerator(state, Duration.ofMillis(50)));
    assertThat(context.versions()).containsExactly(1_000L, 1_001L, 1_002L);
  }

  @Test
  void whatDidNotChangeIsNotReadAgainByOneReader() {
    RereadEnumerator monitored = enumerator(List.of(), Duration.ofMillis(50));
    request(monitored);
    request(monitored);
    assertThat(context.versions()).hasSize(1);
    assertThat(context.ended).isFalse();
    RereadEnumerator bounded = enumerator(List.of(), null);
    request(bounded);
    request(bounded);
    assertThat(context.versions()).hasSize(2);
    assertThat(context.ended).isTrue();
  }

  @Test
  void aReaderThatStartsAnewReadsAgain() {
    RereadEnumerator enumerator = enumerator(List.of(), null);
    request(enumerator);
    enumerator.addSplitsBack(context.splits, 0);
    enumerator.addReader(0);
    now = 2_000;
    request(enumerator);
    assertThat(context.versions()).containsExactly(1_000L, 2_000L);
  }

  @Test
  void aLocationThatNeverStaysStopsARunThatEnds() throws IOException {
    RereadEnumerator enumerator = enumerator(List.of(), null);
    for (int i = 0; i < 10; i++) {
      Files.writeString(folder.resolve("b.csv"), "x".repeat(i));
      request(enumerator);
    }
    Files.writeString(folder.resolve("b.csv"), "x".repeat(10));
    assertThatThrownBy(() -> request(enumerator)).hasMessageContaining("changed 10 times");
  }

  @Test
  void aReaderTellsTheEndWithTheVersionAndTheTime() throws IOException {
    request(enumerator(List.of(), null));
    assertThat(read(reader(context.splits.get(0))))
        .containsExactly("1 1000", "2 1000", "3 1000", "end 1000");
  }

  @Test
  void aReaderTellsNoEndIfAFileChangedMeanwhile() throws IOException {
    request(enumerator(List.of(), null));
    var reader = reader(context.splits.get(0));
    assertThat(values(reader.readBatch())).containsExactly("1 1000", "2 1000");
    Files.writeString(folder.resolve("b.csv"), "30\n");
    assertThat(read(reader)).doesNotContain("end 1000");

    request(enumerator(List.of(), null));
    reader = reader(context.splits.get(1));
    reader.readBatch();
    Files.delete(folder.resolve("b.csv"));
    assertThat(read(reader)).isEmpty();
  }

  @Test
  void aReaderLeavesWhatARestartBrokeOff() throws IOException {
    request(enumerator(List.of(), null));
    var serializer = new PathsInState("/", false).splitSerializer();
    FileSourceSplit restored =
        serializer.deserialize(
            serializer.getVersion(), serializer.serialize(context.splits.get(0)));
    LinesFormat format = format();
    FileSourceSplit begun =
        (FileSourceSplit) restored.updateWithCheckpointedPosition(new CheckpointedPosition(2, 1));
    assertThat(read(format.restoreReader(new Configuration(), begun))).isEmpty();
    // Nothing of it was read before.
    assertThat(read(format.createReader(new Configuration(), restored)))
        .containsExactly("1 1000", "2 1000", "3 1000", "end 1000");
  }

  private RereadEnumerator enumerator(
      Collection<org.apache.flink.core.fs.Path> state, @Nullable Duration monitorInterval) {
    return new RereadEnumerator(context, listing, state, monitorInterval, () -> now);
  }

  private static void request(RereadEnumerator enumerator) {
    enumerator.handleSplitRequest(0, null);
  }

  private static BulkFormat.Reader<RawRecord> reader(FileSourceSplit split) throws IOException {
    return format().createReader(new Configuration(), split);
  }

  private static LinesFormat format() {
    return new LinesFormat(null, false, false, 1_000, false, REREAD);
  }

  private static List<String> read(BulkFormat.Reader<RawRecord> reader) throws IOException {
    List<String> all = new ArrayList<>();
    try (reader) {
      for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch()) {
        all.addAll(values(batch));
      }
    }
    return all;
  }

  private static List<String> values(BulkFormat.RecordIterator<RawRecord> batch) {
    List<String> values = new ArrayList<>();
    for (RecordAndPosition<RawRecord> next = batch.next(); next != null; next = batch.next()) {
      RawRecord record = next.getRecord();
      values.add(
          (record.isEnd()
                  ? "end"
                  : new String(record.bytes(), java.nio.charset.StandardCharsets.UTF_8))
              + " "
              + record.timeMillis());
    }
    return values;
  }
}
