/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

/** Equal values have equal keys, different values never. */
class RowKeySelectorTest {

  private static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new VarCharType(10), new VarCharType(10), new DoubleType(), new ArrayType(new IntType())
          },
          new String[] {"a", "b", "d", "list"});

  private static RowKey key(String a, String b, Double d) throws IOException {
    return new RowKeySelector(TYPE, List.of("a", "b", "d"))
        .getKey(GenericRowData.of(StringData.fromString(a), StringData.fromString(b), d, null));
  }

  @Test
  void fieldsAreComparedOneByOne() throws IOException {
    assertThat(key("a", "bc", 1.0)).isNotEqualTo(key("ab", "c", 1.0));
    assertThat(key("a", null, 1.0)).isNotEqualTo(key("a", "", 1.0));
    assertThat(key("a", "b", 1.0))
        .isEqualTo(key("a", "b", 1.0))
        .hasSameHashCodeAs(key("a", "b", 1.0));
  }

  @Test
  void inAPartitionColumnNullIsTheEmptyText() throws IOException {
    RowKeySelector selector = new RowKeySelector(TYPE, List.of("a", "b"), List.of("b"));
    GenericRowData empty =
        GenericRowData.of(StringData.fromString("a"), StringData.fromString(""), 1.0, null);
    GenericRowData none = GenericRowData.of(StringData.fromString("a"), null, 1.0, null);
    assertThat(selector.getKey(none)).isEqualTo(selector.getKey(empty));
    empty.setField(0, null);
    assertThat(selector.getKey(none)).isNotEqualTo(selector.getKey(empty));
  }

  @Test
  void zeroAndNanHaveOneForm() throws IOException {
    assertThat(key("a", "b", -0.0)).isEqualTo(key("a", "b", 0.0));
    assertThat(key("a", "b", Double.longBitsToDouble(0x7ff8000000000001L)))
        .isEqualTo(key("a", "b", Double.NaN));
  }

  @Test
  void theRowsOwnFormDoesNotMatter() throws IOException {
    GenericRowData generic =
        GenericRowData.of(StringData.fromString("a"), StringData.fromString("b"), 1.0, null);
    BinaryRowData binary = new RowDataSerializer(TYPE).toBinaryRow(generic);
    RowKeySelector selector = new RowKeySelector(TYPE, List.of("a", "b", "d"));
    assertThat(selector.getKey(binary)).isEqualTo(selector.getKey(generic));
  }

  @Test
  void unknownColumnsAndTypesWithoutEqualityAreRefused() {
    assertThatThrownBy(() -> new RowKeySelector(TYPE, List.of("x")))
        .hasMessage("Key column 'x' is not a column of the table. Columns: a, b, d, list");
    assertThatThrownBy(() -> new RowKeySelector(TYPE, List.of("list")))
        .hasMessageContaining("Key column 'list' has type ARRAY<INT>, which has no equality");
  }
}
