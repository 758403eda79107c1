/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentHashTest {
  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType TYPE =
      RowType.of(
          new IntType(),
          STRING,
          new DoubleType(),
          new DecimalType(10, 2),
          new DecimalType(38, 2),
          new TimestampType(6),
          new VarBinaryType(20),
          new BooleanType(),
          new ArrayType(new IntType()),
          new MapType(STRING, new IntType()),
          RowType.of(STRING, new IntType()));

  private final ContentHash hash = ContentHash.of(TYPE);

  @Test
  void theFormOfTheRowDoesNotCount() {
    GenericRowData row = row();
    assertThat(hash.hash(new RowDataSerializer(TYPE).toBinaryRow(row), false))
        .isEqualTo(hash.hash(row, false));
  }

  @Test
  void theOrderOfAMapDoesNotCount() {
    GenericRowData other = row();
    other.setField(9, map("y", 2, "x", 1));
    assertThat(hash.hash(other, false)).isEqualTo(hash.hash(row(), false));
  }

  @Test
  void aDeleteIsNotAnUpsert() {
    assertThat(hash.hash(row(), true)).isNotEqualTo(hash.hash(row(), false));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everyColumnCounts(int column) {
    GenericRowData other = row();
    other.setField(column, null);
    assertThat(hash.hash(other, false)).isNotEqualTo(hash.hash(row(), false));
  }

  @Test
  void aNullThatKeepsIsNotOneThatSets() {
    Sequence sequence = Sequence.of(new byte[] {1});
    LeafSet first = LeafSet.of(BitSet.valueOf(new long[] {1}));
    LeafSet second = LeafSet.of(BitSet.valueOf(new long[] {2}));
    assertThat(hash.hash(ChangeEvent.upsert(row(), sequence)))
        .isEqualTo(hash.hash(row(), false))
        .isNotEqualTo(hash.hash(ChangeEvent.upsert(row(), sequence, first)));
    assertThat(hash.hash(ChangeEvent.upsert(row(), sequence, first)))
        .isEqualTo(hash.hash(ChangeEvent.upsert(row(), sequence, first)))
        .isNotEqualTo(hash.hash(ChangeEvent.upsert(row(), sequence, second)));
    assertThat(hash.hash(ChangeEvent.delete(row(), sequence))).isEqualTo(hash.hash(row(), true));
  }

  @Test
  void neighbouringColumnsDoNotRunTogether() {
    ContentHash texts = ContentHash.of(RowType.of(STRING, STRING));
    assertThat(texts.hash(texts("a", "bc"), false))
        .isNotEqualTo(texts.hash(texts("ab", "c"), false));
    assertThat(texts.hash(texts("", "a"), false)).isNotEqualTo(texts.hash(texts("a", ""), false));
  }

  private static GenericRowData texts(String a, String b) {
    return GenericRowData.of(StringData.fromString(a), StringData.fromString(b));
  }

  private static GenericRowData row() {
    return GenericRowData.of(
        1,
        StringData.fromString("a somewhat longer text"),
        1.5,
        DecimalData.fromUnscaledLong(150, 10, 2),
        DecimalData.fromBigDecimal(new BigDecimal("12345678901234567890.12"), 38, 2),
        TimestampData.fromEpochMillis(-1, 1000),
        new byte[] {1, 2, 3},
        true,
        new GenericArrayData(new Integer[] {1, null, 3}),
        map("x", 1, "y", 2),
        GenericRowData.of(StringData.fromString("n"), 4));
  }

  private static GenericMapData map(String k1, int v1, String k2, int v2) {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put(StringData.fromString(k1), v1);
    map.put(StringData.fromString(k2), v2);
    return new GenericMapData(map);
  }
}
