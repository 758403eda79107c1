/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RowFitTest {
  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);

  static Stream<Arguments> fitting() {
    return Stream.of(
        Arguments.of(STRING, new VarCharType(3), text("abc"), text("abc")),
        Arguments.of(
            STRING,
            new VarCharType(3),
            text("\ud83d\ude00\u00e9\ud83d\ude00"),
            text("\ud83d\ude00\u00e9\ud83d\ude00")),
        Arguments.of(STRING, new CharType(3), text("a"), text("a")),
        Arguments.of(new VarBinaryType(9), new BinaryType(2), new byte[] {1, 2}, new byte[] {1, 2}),
        Arguments.of(new BigIntType(), new TinyIntType(), -128L, (byte) -128),
        Arguments.of(new IntType(), new BigIntType(), 5, 5L),
        Arguments.of(new IntType(), new DecimalType(5, 2), 999, decimal("999.00", 5, 2)),
        Arguments.of(
            new DecimalType(10, 4),
            new DecimalType(5, 2),
            decimal("1.5000", 10, 4),
            decimal("1.50", 5, 2)),
        Arguments.of(new DecimalType(10, 0), new IntType(), decimal("7", 10, 0), 7),
        Arguments.of(new FloatType(), new DoubleType(), 1.5f, 1.5d),
        Arguments.of(
            new TimestampType(9),
            new TimestampType(6),
            TimestampData.fromEpochMillis(-1, 5000),
            TimestampData.fromEpochMillis(-1, 5000)),
        Arguments.of(new BooleanType(), new BooleanType(false), true, true),
        Arguments.of(
            RowType.of(new BigIntType()),
            RowType.of(new IntType()),
            GenericRowData.of(5L),
            GenericRowData.of(5)),
        Arguments.of(
            new ArrayType(new IntType()),
            new ArrayType(new BigIntType()),
            new GenericArrayData(new Integer[] {1, null}),
            new GenericArrayData(new Object[] {1L, null})));
  }

  @Test
  void columnsThatTheQueryDoesNotGiveAreNull() throws MisfitException {
    RowType query = RowType.of(new IntType(), new BooleanType());
    RowFit fit =
        RowFit.of(query, RowType.of(new LogicalType[] {new BigIntType()}, new String[] {"id"}))
            .withKept(List.of(new RowType.RowField("gone", STRING)));

    assertThat(fit.columns()).isEqualTo(1);
    assertThat(fit.to().getFieldNames()).containsExactly("id", "gone");
    assertThat(fit.upsert(GenericRowData.of(5, true))).isEqualTo(GenericRowData.of(5L, null));
    assertThat(fit.delete(GenericRowData.of(5, true), List.of(0)))
        .isEqualTo(GenericRowData.of(5L, null));
  }

  @ParameterizedTest
  @MethodSource("fitting")
  void anEqualValueFits(LogicalType from, LogicalType to, Object value, Object expected)
      throws MisfitException {
    GenericRowData row =
        RowFit.of(RowType.of(from), RowType.of(to)).upsert(GenericRowData.of(value));
    assertThat(row.getField(0)).isEqualTo(expected);
    assertThat(ValueFit.between(from, to)).isNotNull();
  }

  static Stream<Arguments> misfits() {
    return Stream.of(
        Arguments.of(
            STRING,
            new VarCharType(3),
            text("abcd"),
            "a text of 4 characters does not fit VARCHAR(3)"),
        Arguments.of(STRING, new CharType(1), text("ab"), "CHAR(1)"),
        Arguments.of(new VarCharType(3), new VarCharType(3), text("abcd"), "VARCHAR(3)"),
        Arguments.of(
            new VarBinaryType(9),
            new VarBinaryType(2),
            new byte[3],
            "3 bytes does not fit VARBINARY(2)"),
        Arguments.of(new BigIntType(), new TinyIntType(), 128L, "TINYINT"),
        Arguments.of(new BigIntType(), new IntType(), 1L << 31, "INT"),
        Arguments.of(new IntType(), new DecimalType(5, 2), 1000, "DECIMAL(5, 2)"),
        Arguments.of(
            new DecimalType(10, 4),
            new DecimalType(5, 2),
            decimal("1.2345", 10, 4),
            "DECIMAL(5, 2)"),
        Arguments.of(
            new DecimalType(38, 10),
            new DecimalType(38, 0),
            decimal("0.5", 38, 10),
            "DECIMAL(38, 0)"),
        Arguments.of(new DecimalType(4, 1), new IntType(), decimal("1.7", 4, 1), "INT"),
        Arguments.of(
            new TimestampType(6),
            new TimestampType(3),
            TimestampData.fromEpochMillis(0, 1000),
            "TIMESTAMP(3)"),
        Arguments.of(
            new TimestampType(3),
            new TimestampType(0),
            TimestampData.fromEpochMillis(-1),
            "TIMESTAMP(0)"),
        Arguments.of(
            new LocalZonedTimestampType(6),
            new LocalZonedTimestampType(6),
            TimestampData.fromEpochMillis(Long.MAX_VALUE / 10),
            "years"),
        Arguments.of(
            RowType.of(new BigIntType()),
            RowType.of(new IntType()),
            GenericRowData.of(1L << 40),
            "INT"));
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void aValueWithoutEqualIsAMisfit(LogicalType from, LogicalType to, Object value, String message) {
    RowFit fit = RowFit.of(RowType.of(from), RowType.of(to));
    assertThatThrownBy(() -> fit.upsert(GenericRowData.of(value)))
        .isInstanceOf(MisfitException.class)
        .hasMessageStartingWith("column f0: ")
        .hasMessageContaining(message);
  }

  static Stream<Arguments> unrelated() {
    return Stream.of(
        Arguments.of(STRING, new IntType()),
        Arguments.of(new DoubleType(), new FloatType()),
        Arguments.of(new DoubleType(), new DecimalType(5, 2)),
        Arguments.of(new TimestampType(6), new LocalZonedTimestampType(6)),
        Arguments.of(RowType.of(STRING), RowType.of(new IntType())),
        Arguments.of(RowType.of(STRING), RowType.of(STRING, STRING)),
        Arguments.of(new ArrayType(STRING), new ArrayType(new IntType())));
  }

  @ParameterizedTest
  @MethodSource("unrelated")
  void typesWithoutCommonValuesAreRefused(LogicalType from, LogicalType to) {
    assertThat(ValueFit.between(from, to)).isNull();
    assertThatThrownBy(() -> RowFit.of(RowType.of(from), RowType.of(to)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Column f0")
        .hasMessageContaining("CAST");
  }

  @Test
  void nullIsAMisfitOnlyWhereTheColumnSaysNotNull() throws MisfitException {
    RowType from = RowType.of(new IntType());
    assertThat(RowFit.of(from, from).upsert(new GenericRowData(1)).isNullAt(0)).isTrue();
    RowFit notNull = RowFit.of(from, RowType.of(new IntType(false)));
    assertThatThrownBy(() -> notNull.upsert(new GenericRowData(1)))
        .hasMessageContaining("NOT NULL");
  }

  @Test
  void aDeleteNeedsOnlyItsKeyToFit() throws MisfitException {
    RowType from = RowType.of(STRING, STRING);
    RowFit fit = RowFit.of(from, RowType.of(new VarCharType(3), new VarCharType(false, 3)));
    GenericRowData row = fit.delete(GenericRowData.of(text("key"), text("too long")), List.of(0));
    assertThat(row).isEqualTo(GenericRowData.of(text("key"), null));
    assertThatThrownBy(() -> fit.delete(GenericRowData.of(text("long key"), text("v")), List.of(0)))
        .isInstanceOf(MisfitException.class);
  }

  static Stream<Arguments> partitionMisfits() {
    return Stream.of(
        Arguments.of(STRING, text(""), "empty text"),
        Arguments.of(new CharType(2), text(""), "empty text"),
        Arguments.of(STRING, StringData.fromBytes(new byte[] {'a', (byte) 0xff}), "UTF-8"),
        Arguments.of(new DateType(), (int) LocalDate.of(10_000, 1, 1).toEpochDay(), "year 10000"),
        Arguments.of(new DateType(), (int) LocalDate.of(0, 12, 31).toEpochDay(), "year 0"),
        Arguments.of(new DateType(), Integer.MIN_VALUE, "year -5877641"),
        Arguments.of(new TimestampType(6), time("+10000-01-01T00:00:00Z"), "year 10000"),
        Arguments.of(new LocalZonedTimestampType(3), time("0000-12-31T23:59:59Z"), "year 0"));
  }

  @ParameterizedTest
  @MethodSource("partitionMisfits")
  void whatAPartitionColumnCannotHoldIsAMisfitThereOnly(
      LogicalType type, Object value, String message) throws MisfitException {
    RowType columns = RowType.of(new LogicalType[] {type, type}, new String[] {"part", "plain"});
    RowFit fit = RowFit.of(columns, columns, List.of("part"));

    assertThat(fit.upsert(GenericRowData.of(null, value)).getField(1)).isEqualTo(value);
    assertThatThrownBy(() -> fit.upsert(GenericRowData.of(value, value)))
        .isInstanceOf(MisfitException.class)
        .hasMessageStartingWith("column part: ")
        .hasMessageContaining(message)
        .hasMessageContaining("in a partition column");
    assertThat(fit.delete(GenericRowData.of(value, value), List.of(1)).getField(0)).isNull();
    assertThatThrownBy(() -> fit.delete(GenericRowData.of(value, value), List.of(0, 1)))
        .isInstanceOf(MisfitException.class);
  }

  static Stream<Arguments> partitionValues() {
    return Stream.of(
        Arguments.of(STRING, text(" ")),
        Arguments.of(STRING, text("\u0000")),
        Arguments.of(STRING, text("__HIVE_DEFAULT_PARTITION__")),
        Arguments.of(STRING, text("\ud83d\ude00/=%")),
        Arguments.of(new DateType(), (int) LocalDate.of(1, 1, 1).toEpochDay()),
        Arguments.of(new DateType(), (int) LocalDate.of(9999, 12, 31).toEpochDay()),
        Arguments.of(new TimestampType(6), time("9999-12-31T23:59:59.999999Z")),
        Arguments.of(new LocalZonedTimestampType(6), time("0001-01-01T00:00:00Z")),
        Arguments.of(new DoubleType(), Double.NaN),
        Arguments.of(new FloatType(), -0.0f),
        Arguments.of(new IntType(), Integer.MIN_VALUE));
  }

  @ParameterizedTest
  @MethodSource("partitionValues")
  void whatAPartitionColumnCanHoldFits(LogicalType type, Object value) throws MisfitException {
    RowFit fit = RowFit.of(RowType.of(type), RowType.of(type), List.of("f0"));
    assertThat(fit.upsert(GenericRowData.of(value)).getField(0)).isEqualTo(value);
  }

  private static TimestampData time(String instant) {
    return TimestampData.fromInstant(Instant.parse(instant));
  }

  private static StringData text(String text) {
    return StringData.fromString(text);
  }

  private static DecimalData decimal(String number, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(number), precision, scale);
  }
}
