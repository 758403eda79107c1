/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.HeapGrowth;
import dev.deltacdc.functions.KeyedSubtasks;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.time.Duration;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

/** The figures that {@link HistoryFunction} states. */
class HistoryStateSizeTest {
  private static final int KEYS = 60_000;
  private static final RowType TYPE =
      RowType.of(new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH));
  private static final List<LogicalType> SEQUENCE = List.of(new BigIntType());
  private static final SequenceEncoder SEQUENCES = SequenceEncoder.of(SEQUENCE);

  private static final HistoryOptions OPTIONS =
      new HistoryOptions(
          "t",
          TYPE,
          List.of(0),
          SEQUENCE,
          SEQUENCE.get(0),
          List.of(1),
          false,
          Duration.ofDays(7),
          Duration.ofDays(2));

  private static ChangeEvent event(long key, long sequence) {
    GenericRowData row = GenericRowData.of(key, StringData.fromString("valor " + sequence));
    return ChangeEvent.upsert(row, SEQUENCES.encode(GenericRowData.of(sequence), 0));
  }

  @Test
  void aKeyAndAVersionTakeTheStatedBytesOnTheHeap() throws Exception {
    try (KeyedSubtasks subtasks =
        new KeyedSubtasks(
            () -> new HistoryFunction(OPTIONS, false), TYPE, List.of(0), OPTIONS.outputType(), 1)) {
      long perKey =
          HeapGrowth.bytes(
              KEYS,
              step -> {
                for (long key = (long) step * KEYS; key < (step + 1L) * KEYS; key++) {
                  subtasks.send(event(key, 1));
                }
              });
      // The first one of a key makes its map and its timer, too.
      long perVersion =
          HeapGrowth.bytes(
              KEYS,
              step -> {
                for (long key = 0; key < KEYS; key++) {
                  subtasks.send(event(key, step + 2));
                }
              });
      assertThat(perKey).isBetween(130L, 220L);
      assertThat(perVersion).isBetween(115L, 180L);
    }
  }

  @Test
  void aVersionTakesTheStatedBytesInAFile() {
    RowDataSerializer rows = new RowDataSerializer(TYPE);
    ChangeEvent event = event(1, 2);
    int row = rows.toBinaryRow(event.row()).getSizeInBytes();
    Version version =
        Version.upsert(event.sequence(), event.row(), null).in(event.row(), event.sequence());
    assertThat(PackedVersion.pack(version, rows).bytes()).hasSize(15 + row);
    Version linked = version.linked(List.of(event(1, 1).sequence()));
    assertThat(PackedVersion.pack(linked, rows).bytes()).hasSize(15 + 9 + row);
    Version goesOn = version.in(event.row(), event(1, 1).sequence());
    assertThat(PackedVersion.pack(goesOn, rows).bytes()).hasSize(15 + 9 + row);
    Version delete = Version.delete(event.sequence(), 7);
    assertThat(PackedVersion.pack(delete, rows).bytes()).hasSize(15);
  }
}
