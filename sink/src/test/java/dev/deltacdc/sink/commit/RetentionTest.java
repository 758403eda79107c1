/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Old partitions leave the table by commits of their own. */
class RetentionTest {

  private static final RowType DAILY =
      RowType.of(new LogicalType[] {new IntType(), new DateType()}, new String[] {"id", "day"});

  @TempDir Path directory;

  private CommitterHarness committer(boolean upsert) {
    CommitterHarness committer =
        new CommitterHarness(
            DeltaTable.of(directory.resolve("table").toString(), DAILY)
                .partitionedBy(List.of("day")),
            upsert);
    committer.retainColumn = "day";
    committer.retainDays = 3;
    return committer;
  }

  private static DataFile day(CommitterHarness committer, int day) {
    RowData row = GenericRowData.of(1, day);
    var writer = committer.store.latest().dataFileWriter(DAILY, 1 << 30);
    return writer.write(writer.partitionOf(row), List.of(row).iterator()).get(0);
  }

  private static List<Integer> days(CommitterHarness committer) throws Exception {
    List<Integer> days = new ArrayList<>();
    try (var rows = committer.store.latest().rows(List.of("day"))) {
      rows.forEachRemaining(row -> days.add(row.getInt(0)));
    }
    return days.stream().sorted().toList();
  }

  private static void watermark(CommitterHarness committer, int closedDay) throws Exception {
    committer.harness.processWatermark(new Watermark((closedDay + 1) * 86_400_000L - 1));
  }

  @ParameterizedTest(name = "upsert: {0}")
  @ValueSource(booleans = {true, false})
  void partitionsBeforeTheRetainedDaysAreRemoved(boolean upsert) throws Exception {
    try (CommitterHarness committer = committer(upsert).open()) {
      committer.commit(1, day(committer, 10), day(committer, 11), day(committer, 12));
      watermark(committer, 14);
      committer.commit(2, day(committer, 14));
      assertThat(days(committer)).containsExactly(11, 12, 14);
      watermark(committer, 15);
      committer.commit(3);
      assertThat(days(committer)).containsExactly(12, 14);
      List<TableChange> changes = new ArrayList<>();
      committer.store.history().forEachSince(1, changes::add);
      assertThat(changes.get(1).transactions())
          .hasSize(1)
          .allSatisfy(
              (application, checkpoint) -> {
                assertThat(application).startsWith("flow/maintenance/");
                assertThat(checkpoint).isEqualTo(2);
              });
    }
  }

  @Test
  void theWatermarkOfTheCheckpointDecides() throws Exception {
    try (CommitterHarness committer = committer(true).open()) {
      committer.send(committer.result(1, day(committer, 10)));
      committer.snapshot(1);
      watermark(committer, 20);
      committer.complete(1);
      assertThat(days(committer)).containsExactly(10);
    }
  }

  @Test
  void theEndOfTheInputRemovesNothing() throws Exception {
    try (CommitterHarness committer = committer(true).open()) {
      committer.send(committer.result(1, day(committer, 10)));
      committer.harness.processWatermark(Watermark.MAX_WATERMARK);
      committer.snapshot(1);
      committer.complete(1);
      assertThat(days(committer)).containsExactly(10);
    }
  }

  @Test
  void aRestoreAfterARemovalGoesOn() throws Exception {
    try (CommitterHarness committer = committer(true).open()) {
      committer.commit(1, day(committer, 10), day(committer, 14));
      watermark(committer, 14);
      OperatorSubtaskState state = committer.commit(2);
      assertThat(days(committer)).containsExactly(14);
      committer.close();
      committer.open(state, 2);
      committer.commit(3, day(committer, 15));
      assertThat(days(committer)).containsExactly(14, 15);
    }
  }

  /** The index of the older checkpoint still has the rows that were removed. */
  @Test
  void aRestoreFromBeforeARemovalHasTheIndexRebuilt() throws Exception {
    try (CommitterHarness committer = committer(true).open()) {
      DataFile removed = day(committer, 10);
      OperatorSubtaskState old = committer.commit(1, removed, day(committer, 14));
      watermark(committer, 14);
      committer.commit(2);
      assertThat(days(committer)).containsExactly(14);
      committer.close();
      assertThatThrownBy(() -> committer.open(old, 1)).isInstanceOf(StaleIndexException.class);
      committer.open(old, 1);
      committer.indexVersion = committer.version();
      committer.commit(2, day(committer, 15));
      assertThat(days(committer)).containsExactly(14, 15);
    }
  }

  @Test
  void anAppendTableDoesNotMindARemovalAfterItsCheckpoint() throws Exception {
    try (CommitterHarness committer = committer(false).open()) {
      OperatorSubtaskState old = committer.commit(1, day(committer, 10), day(committer, 14));
      watermark(committer, 14);
      committer.commit(2);
      committer.close();
      committer.open(old, 1);
      committer.commit(2, day(committer, 15));
      assertThat(days(committer)).containsExactly(14, 15);
    }
  }
}
