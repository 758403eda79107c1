/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

class RowKeyTest {
  private static final RowType TYPE =
      RowType.of(
          new VarCharType(VarCharType.MAX_LENGTH),
          new IntType(),
          new VarCharType(VarCharType.MAX_LENGTH));

  private final RowKeySelector composite = RowKeySelector.of(TYPE, List.of(0, 2));

  @Test
  void compositeKeysAreNotConcatenated() {
    assertThat(composite.getKey(row("a", 1, "bc")))
        .isNotEqualTo(composite.getKey(row("ab", 1, "c")));
    assertThat(composite.getKey(row("a\0", 1, "b")))
        .isNotEqualTo(composite.getKey(row("a", 1, "\0b")));
    assertThat(composite.getKey(row("", 1, "ab"))).isNotEqualTo(composite.getKey(row("ab", 1, "")));
  }

  @Test
  void onlyTheKeyFieldsCount() {
    assertThat(composite.getKey(row("a", 1, "b")))
        .isEqualTo(composite.getKey(row("a", 2, "b")))
        .hasSameHashCodeAs(composite.getKey(row("a", 2, "b")));
  }

  @Test
  void theFormOfTheRowDoesNotCount() {
    GenericRowData row = row("country", 1, "city with a long name");
    assertThat(composite.getKey(new RowDataSerializer(TYPE).toBinaryRow(row)))
        .isEqualTo(composite.getKey(row));
  }

  @Test
  void aRowOfTheKeyHasItsFieldsOnly() {
    RowKeySelector swapped = RowKeySelector.of(TYPE, List.of(2, 0));
    GenericRowData only = swapped.rowOf(swapped.getKey(row("a\0", 1, "b")));
    assertThat(only)
        .isEqualTo(
            GenericRowData.of(StringData.fromString("a\0"), null, StringData.fromString("b")));
  }

  @Test
  void anEventHasTheKeyOfItsRow() throws Exception {
    ChangeEvent event = ChangeEvent.upsert(row("a", 1, "b"), Sequence.of(new byte[] {1}));
    assertThat(composite.forEvents().getKey(event)).isEqualTo(composite.getKey(row("a", 1, "b")));
  }

  @Test
  void aKeyIsSmall() throws Exception {
    assertThat(written(RowKeySelector.of(TYPE, List.of(1)).getKey(row("a", 1, "b")))).isEqualTo(5);
    RowType number = RowType.of(new BigIntType());
    assertThat(written(RowKeySelector.of(number, List.of(0)).getKey(GenericRowData.of(1L))))
        .isEqualTo(9);
    String uuid = "00000000-0000-0000-0000-000000000000";
    assertThat(written(RowKeySelector.of(TYPE, List.of(0)).getKey(row(uuid, 1, "")))).isEqualTo(37);
  }

  /** Stored state is partitioned by it: these figures may never change. */
  @Test
  void theHashIsTheSameForEver() {
    RowKeySelector id = RowKeySelector.of(TYPE, List.of(1));
    assertThat(
            List.of(
                id.getKey(row("", 0, "")).hashCode(),
                id.getKey(row("", 1, "")).hashCode(),
                id.getKey(row("", -1, "")).hashCode(),
                composite.getKey(row("country", 1, "city")).hashCode()))
        .containsExactly(-1174703754, 624413298, -1002668439, -1787385165);
  }

  @Test
  void theHashSpreadsNeighbours() {
    RowKeySelector id = RowKeySelector.of(TYPE, List.of(1));
    Set<Integer> hashes = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      hashes.add(id.getKey(row("", i, "")).hashCode());
    }
    assertThat(hashes).hasSizeGreaterThan(99_990);
  }

  @Test
  void aKeyHasFields() {
    assertThatThrownBy(() -> RowKeySelector.of(TYPE, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static int written(RowKey key) throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);
    RowKeySerializer.INSTANCE.serialize(key, out);
    return out.length();
  }

  private static GenericRowData row(String first, int number, String last) {
    return GenericRowData.of(StringData.fromString(first), number, StringData.fromString(last));
  }
}
