/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.nulls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.LeafSet;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class RowLeavesTest {
  private static final IntType INT = new IntType();
  private static final RowType PLACE = RowType.of(INT, RowType.of(INT.copy(false), INT));

  /** Leaves: id 0; place 1, 2, 3; list 4; map 5; note 6. */
  private static final RowType TYPE =
      RowType.of(
          INT,
          PLACE,
          new ArrayType(RowType.of(INT, INT)),
          new MapType(INT, RowType.of(INT, INT)),
          INT);

  private final RowLeaves leaves = RowLeaves.of(TYPE);

  @Test
  void rowsAreFlattenedArraysAndMapsAreNot() {
    assertThat(leaves.count()).isEqualTo(7);
    assertThat(IntStream.range(0, 5).map(leaves::first)).containsExactly(0, 1, 4, 5, 6);
    assertThat(IntStream.range(0, 5).map(leaves::end)).containsExactly(1, 4, 5, 6, 7);
    assertThat(RowLeaves.of(RowType.of(new RowType(List.of()), INT)).count()).isEqualTo(2);
  }

  @Test
  void theLeavesKeptAreTheNullsThatTheClauseCovers() {
    GenericRowData row = GenericRowData.of(1, place(2, null, 4), null, map(null), null);
    assertThat(NullLeaves.of(TYPE, List.of(0, 1, 2, 3, 4)).in(row)).isEqualTo(set(2, 4, 6));
    assertThat(NullLeaves.of(TYPE, List.of(1, 4)).in(row)).isEqualTo(set(2, 6));
    assertThat(NullLeaves.of(TYPE, List.of(0, 3)).in(row)).isNull();
    assertThat(NullLeaves.of(TYPE, List.of()).in(row)).isNull();
  }

  @Test
  void aNullRowIsNullInAllItsLeaves() {
    NullLeaves nulls = NullLeaves.of(TYPE, List.of(1));
    assertThat(nulls.in(GenericRowData.of(1, null, null, null, null))).isEqualTo(set(1, 2, 3));
    assertThat(nulls.in(row(GenericRowData.of(7, null)))).isEqualTo(set(2, 3));
    assertThat(nulls.in(row(place(null, null, null)))).isEqualTo(set(1, 2, 3));
  }

  @Test
  void whatIsKeptComesFromTheOlderRow() {
    RowData older = GenericRowData.of(1, place(1, 1, 1), array(1), map(1), 1);
    RowData newer = GenericRowData.of(2, place(null, 2, null), null, map(null), null);
    assertThat(leaves.inherit(older, newer, set(1, 3, 4, 6)))
        .isEqualTo(GenericRowData.of(2, place(1, 2, 1), array(1), map(null), 1));
    assertThat(leaves.inherit(older, newer, null)).isSameAs(newer);
  }

  @Test
  void theFormOfTheOlderRowDoesNotCount() {
    RowData older = GenericRowData.of(1, place(1, 1, 1), array(1), map(1), 1);
    RowDataSerializer rows = new RowDataSerializer(TYPE);
    RowData inherited =
        leaves.inherit(rows.toBinaryRow(older).copy(), row(place(null, 2, null)), set(1, 3));
    assertThat(rows.toBinaryRow(inherited).copy())
        .isEqualTo(rows.toBinaryRow(row(place(1, 2, 1))).copy());
  }

  @Test
  void aRowOfWhichSomeLeavesAreKnownIsNotNull() {
    RowData newer = row(place(1, null, null));
    assertThat(leaves.inherit(null, newer, set(2, 3))).isEqualTo(row(GenericRowData.of(1, null)));
    assertThat(leaves.inherit(row(null), newer, set(2, 3)))
        .isEqualTo(row(GenericRowData.of(1, null)));
    assertThat(leaves.inherit(row(place(null, 5, null)), row(null), set(1, 2, 3)))
        .isEqualTo(row(place(null, 5, null)));
  }

  @Test
  void aRowOfWhichNoLeafIsKnownIsNullUnlessItWasSet() {
    RowData newer = row(place(null, null, null));
    assertThat(leaves.inherit(null, newer, set(1, 2, 3))).isEqualTo(row(null));
    assertThat(leaves.inherit(row(null), newer, set(1, 2, 3))).isEqualTo(row(null));
    assertThat(leaves.inherit(row(place(null, null, null)), row(null), set(1, 2, 3)))
        .isEqualTo(row(place(null, null, null)));
  }

  @Test
  void aSetOfLeavesCounts() {
    LeafSet set = set(0, 7, 8, 20);
    assertThat(IntStream.range(0, 40).filter(set::contains)).containsExactly(0, 7, 8, 20);
    assertThat(set.count(0, 40)).isEqualTo(4);
    assertThat(set.count(1, 8)).isEqualTo(1);
    assertThat(set).hasToString("{0, 7, 8, 20}").hasSameHashCodeAs(set(0, 7, 8, 20));
    assertThat(LeafSet.of(new BitSet())).isNull();
  }

  private static LeafSet set(int... leaves) {
    BitSet bits = new BitSet();
    IntStream.of(leaves).forEach(bits::set);
    return LeafSet.of(bits);
  }

  private static GenericRowData row(GenericRowData place) {
    return GenericRowData.of(1, place, null, null, null);
  }

  private static GenericRowData place(Integer a, Integer b, Integer c) {
    return GenericRowData.of(a, GenericRowData.of(b, c));
  }

  private static GenericArrayData array(Integer value) {
    return new GenericArrayData(new Object[] {GenericRowData.of(value, null)});
  }

  private static GenericMapData map(Integer value) {
    return new GenericMapData(Map.of(1, GenericRowData.of(value, null)));
  }
}
