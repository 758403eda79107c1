/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.reject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.EventPosition;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class QuarantineTableTest {
  private final RowDataSerializer rows = new RowDataSerializer(QuarantineTable.ROW_TYPE);

  @Test
  void aRejectedEventIsAnUpsertOfItsPlace() {
    EventPosition position = new EventPosition("feed", "in.csv:3", new byte[] {1, 2}, 1500L);
    RowData row =
        QuarantineTable.row(RejectedEvent.at(position, "flow", RejectReason.MISFIT, "too long"));
    assertThat(row.getRowKind()).isEqualTo(RowKind.UPDATE_AFTER);
    RowData stored = rows.toBinaryRow(row);
    assertThat(stored.getString(0)).hasToString("flow");
    assertThat(stored.getString(1)).hasToString("feed");
    assertThat(stored.getString(2)).hasToString("in.csv:3");
    assertThat(stored.getString(3)).hasToString("misfit");
    assertThat(stored.getString(4)).hasToString("too long");
    assertThat(stored.getBinary(5)).containsExactly(1, 2);
    assertThat(stored.getTimestamp(6, 6)).isEqualTo(TimestampData.fromEpochMillis(1500));
  }

  @Test
  void aSourceWithoutTimesGivesNone() {
    EventPosition position = new EventPosition("feed", "sha256:00", new byte[0], null);
    RowData row = QuarantineTable.row(RejectedEvent.at(position, "f", RejectReason.NULL_KEY, "m"));
    assertThat(row.isNullAt(6)).isTrue();
  }
}
