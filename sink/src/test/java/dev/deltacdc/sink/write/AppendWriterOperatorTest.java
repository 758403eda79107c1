/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.TestEvent;
import dev.deltacdc.sink.TestJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The append writer: every row once, one partition's file open at a time. */
class AppendWriterOperatorTest {

  @TempDir Path directory;

  private OneInputStreamOperatorTestHarness<RowData, WriterResult> harness;

  @BeforeEach
  void open() throws Exception {
    DeltaTable table =
        DeltaTable.of(directory.resolve("table").toString(), TestEvent.TYPE)
            .partitionedBy(List.of("part"));
    TableStore.open(table.path(), Map.of()).createOrCheck(table, false);
    harness =
        new OneInputStreamOperatorTestHarness<>(
            new AppendWriterOperator(
                new WriterSettings(
                    table,
                    "flow",
                    List.of(),
                    false,
                    TestJob.smallBuffers(),
                    Map.of(),
                    null,
                    0,
                    false)));
    harness.setup(new WriterResultTypeInfo.StreamSerializer());
    harness.open();
  }

  @Test
  void aFlushWritesOneFilePerPartition() throws Exception {
    for (int id = 0; id < 7; id++) {
      harness.processElement(new StreamRecord<>(TestEvent.insert(id, "p" + id % 2, id).row()));
    }
    harness.processElement(new StreamRecord<>(TestEvent.insert(7, "p0", 7).row()));
    harness.prepareSnapshotPreBarrier(1);
    WriterResult result = harness.extractOutputValues().get(0);
    assertThat(result.files().stream().map(DataFile::numRecords)).containsExactly(4L, 3L, 1L);
    assertThat(result.rowsWritten()).isEqualTo(8);
    assertThat(result.indexVersion()).isEqualTo(-1);
    harness.close();
  }

  @Test
  void aChangeIsRefused() throws Exception {
    assertThatThrownBy(
            () -> harness.processElement(new StreamRecord<>(TestEvent.upsert(1, "a", 1).row())))
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("got a change of kind UPDATE_AFTER");
    harness.close();
  }
}
