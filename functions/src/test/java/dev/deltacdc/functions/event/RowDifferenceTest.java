/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

class RowDifferenceTest {
  @Test
  void valuesOfEveryTypeCompareByValue() {
    RowType type =
        RowType.of(
            new DoubleType(),
            new VarBinaryType(9),
            new ArrayType(new IntType()),
            new MapType(new VarCharType(9), new IntType()),
            RowType.of((LogicalType) new IntType()));
    RowDifference difference = RowDifference.of(type, List.of(0, 1, 2, 3, 4));

    assertThat(difference.between(values(0.0, 1, 1), values(-0.0, 1, 1))).isFalse();
    assertThat(difference.between(values(Double.NaN, 1, 1), values(Double.NaN, 1, 1))).isFalse();
    assertThat(difference.between(values(0.0, 1, 1), values(0.5, 1, 1))).isTrue();
    assertThat(difference.between(values(0.0, 1, 1), values(0.0, 2, 1))).isTrue();
    assertThat(difference.between(values(0.0, 1, 1), values(0.0, 1, null))).isTrue();
    assertThat(difference.between(values(0.0, 1, null), values(0.0, 1, null))).isFalse();
    assertThat(difference.between(values(0.0, 1, 1), new GenericRowData(5))).isTrue();
  }

  private static GenericRowData values(double number, int element, @Nullable Integer value) {
    return GenericRowData.of(
        number,
        new byte[] {(byte) element},
        new GenericArrayData(new Object[] {element, null}),
        new GenericMapData(
            value == null
                ? Collections.singletonMap(StringData.fromString("k"), null)
                : Map.of(StringData.fromString("k"), value)),
        GenericRowData.of(value));
  }
}
