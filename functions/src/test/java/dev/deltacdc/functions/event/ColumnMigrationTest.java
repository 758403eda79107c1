/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows of state, with the columns of an earlier job. */
class ColumnMigrationTest {
  private static final LogicalType INT = new IntType();
  private static final LogicalType LONG = new BigIntType();
  private static final TimestampData TIME = TimestampData.fromEpochMillis(-1234567);

  static Stream<Arguments> widened() {
    return Stream.of(
        Arguments.of(new TinyIntType(), (byte) -7, new SmallIntType(), (short) -7),
        Arguments.of(new SmallIntType(), (short) -7, INT, -7),
        Arguments.of(INT, Integer.MIN_VALUE, LONG, (long) Integer.MIN_VALUE),
        Arguments.of(new TinyIntType(), (byte) -7, LONG, -7L),
        Arguments.of(new FloatType(), -0.1f, new DoubleType(), (double) -0.1f),
        Arguments.of(new FloatType(), Float.NaN, new DoubleType(), Double.NaN),
        Arguments.of(
            new DecimalType(5, 2),
            decimal("-1.23", 5, 2),
            new DecimalType(30, 4),
            decimal("-1.2300", 30, 4)),
        Arguments.of(new TimestampType(3), TIME, new TimestampType(6), TIME),
        Arguments.of(
            row(new TimestampType(3), INT),
            GenericRowData.of(TIME, null),
            row(new TimestampType(6), LONG),
            GenericRowData.of(TIME, null)),
        Arguments.of(
            new ArrayType(new TimestampType(3)),
            new GenericArrayData(new Object[] {TIME, null}),
            new ArrayType(new TimestampType(6)),
            new GenericArrayData(new Object[] {TIME, null})),
        Arguments.of(
            new MapType(INT, INT),
            new GenericMapData(Map.of(1, 2)),
            new MapType(INT, LONG),
            new GenericMapData(Map.of(1, 2L))));
  }

  @ParameterizedTest(name = "{0} to {2}")
  @MethodSource("widened")
  void aWiderColumnHasEqualValues(
      LogicalType narrow, Object before, LogicalType wide, Object after) {
    RowType from = columns(List.of("id", "v"), INT, narrow);
    RowType to = columns(List.of("v", "more", "id"), wide, INT, INT);
    assertThat(ColumnMigration.isPossible(from, to)).isTrue();
    ColumnMigration migration = new ColumnMigration(to);

    for (Object value : new Object[] {before, null}) {
      RowData known = new RowDataSerializer(from).toBinaryRow(GenericRowData.of(7, value)).copy();
      RowData expected = GenericRowData.of(value == null ? null : after, null, 7);
      assertThat(migration.apply(known, from))
          .isEqualTo(new RowDataSerializer(to).toBinaryRow(expected));
    }
    assertThat(ColumnMigration.isPossible(to, from)).as("a column is gone").isFalse();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(LONG, INT),
        Arguments.of(INT, new DoubleType()),
        Arguments.of(INT, new DecimalType(20, 0)),
        Arguments.of(new DoubleType(), new FloatType()),
        Arguments.of(new DecimalType(5, 2), new DecimalType(6, 4)),
        Arguments.of(new DecimalType(5, 2), new DecimalType(5, 1)),
        Arguments.of(INT, new VarCharType(VarCharType.MAX_LENGTH)),
        Arguments.of(row(INT, INT), row(INT, INT, INT)),
        Arguments.of(new ArrayType(LONG), new ArrayType(INT)),
        Arguments.of(new ArrayType(INT), INT));
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("refused")
  void otherTypesAreNone(LogicalType from, LogicalType to) {
    assertThat(ColumnMigration.isPossible(RowType.of(from), RowType.of(to))).isFalse();
  }

  @Test
  void columnsOfTheSameFormNeedNothing() {
    RowType from = columns(List.of("id", "v"), INT.copy(false), new VarCharType(5));
    RowType to = columns(List.of("id", "v"), INT, new VarCharType(VarCharType.MAX_LENGTH));
    RowData row = GenericRowData.of(1, StringData.fromString("a"));

    assertThat(new ColumnMigration(to).isNeedless(from)).isTrue();
    assertThat(new ColumnMigration(to).apply(row, from))
        .isEqualTo(new RowDataSerializer(to).toBinaryRow(row));
  }

  private static RowType row(LogicalType... types) {
    return RowType.of(types);
  }

  private static RowType columns(List<String> names, LogicalType... types) {
    return RowType.of(types, names.toArray(new String[0]));
  }

  private static DecimalData decimal(String text, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(text), precision, scale);
  }
}
