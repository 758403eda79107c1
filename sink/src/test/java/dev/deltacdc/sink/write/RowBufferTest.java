/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.sink.index.RowKey;
import dev.deltacdc.sink.index.RowKeySelector;
import dev.deltacdc.sink.index.RowKeySerializer;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class RowBufferTest {

  private static final RowType LONG_KEYS =
      RowType.of(new LogicalType[] {new BigIntType()}, new String[] {"id"});

  private static final RowType TYPE = RowType.of(new IntType(), new IntType());

  private static RowBuffer<Integer> buffer(boolean rowsAreOurs, boolean ordered) {
    return new RowBuffer<>(
        TYPE, 100, 1 << 20, rowsAreOurs, ordered ? new StateOrder<>(IntSerializer.INSTANCE) : null);
  }

  private static BinaryRowData binary(int id, int value) {
    return new RowDataSerializer(TYPE).toBinaryRow(GenericRowData.of(id, value)).copy();
  }

  @Test
  void rowsThatFlinkReusesAreCopied() throws IOException {
    RowBuffer<Integer> buffer = buffer(false, false);
    BinaryRowData reused = binary(1, 10);
    buffer.upsert(1, 0, reused, 0);
    reused.setInt(1, 20);
    buffer.upsert(2, 0, reused, 0);
    assertThat(buffer.drain())
        .extracting(change -> change.row().getInt(1))
        .containsExactlyInAnyOrder(10, 20);
  }

  @Test
  void binaryRowsOfItsOwnAreKeptAsTheyAreAndOthersBecomeBinary() throws IOException {
    RowBuffer<Integer> buffer = buffer(true, false);
    BinaryRowData own = binary(1, 10);
    GenericRowData generic = GenericRowData.of(2, 20);
    buffer.upsert(1, 0, own, 0);
    buffer.upsert(2, 0, generic, 0);
    generic.setField(1, 21);
    List<RowBuffer.Change<Integer>> changes = buffer.drain();
    assertThat(changes).anySatisfy(change -> assertThat(change.row()).isSameAs(own));
    assertThat(changes)
        .extracting(change -> change.row().getInt(1))
        .containsExactlyInAnyOrder(10, 20);
  }

  @Test
  void changesOfAStateOnDiskComeInItsOrderAndOnlyTheLastOfAKey() throws IOException {
    RowBuffer<Integer> buffer = buffer(true, true);
    buffer.upsert(3, 1, binary(3, 1), 0);
    buffer.upsert(7, 0, binary(7, 1), 0);
    buffer.delete(2, 1);
    buffer.upsert(3, 1, binary(3, 2), 0);
    buffer.delete(9, 0);
    assertThat(buffer.rows()).isEqualTo(4);
    assertThat(buffer.drain())
        .extracting(
            change -> change.key() + "=" + (change.row() == null ? "" : change.row().getInt(1)))
        .containsExactly("7=1", "9=", "2=", "3=2");
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(buffer.bytes()).isZero();
  }

  /** Numbers have the same first bytes. */
  @Test
  void changesWithTheSamePlaceComeInTheOrderOfTheirKeys() throws IOException {
    RowKeySelector selector = new RowKeySelector(LONG_KEYS, List.of("id"));
    RowBuffer<RowKey> buffer =
        new RowBuffer<>(LONG_KEYS, 100, 1 << 20, true, new StateOrder<>(RowKeySerializer.INSTANCE));
    for (long id : new long[] {300, 2, 1L << 40, 70_000, 1}) {
      GenericRowData row = GenericRowData.of(id);
      buffer.upsert(selector.getKey(row), 0, row, 0);
    }
    assertThat(buffer.drain())
        .extracting(change -> change.row().getLong(0))
        .containsExactly(1L, 2L, 300L, 70_000L, 1L << 40);
  }
}
