/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LatenessTest {

  static Stream<Arguments> distances() {
    return Stream.of(
        Arguments.of(new IntType(), 12, 5, 7L),
        Arguments.of(new BigIntType(), Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE),
        Arguments.of(new DoubleType(), 2.75, 0.5, 2L),
        Arguments.of(new DoubleType(), Double.NaN, 0.5, 0L),
        Arguments.of(
            new DecimalType(10, 2),
            DecimalData.fromBigDecimal(new BigDecimal("5.00"), 10, 2),
            DecimalData.fromBigDecimal(new BigDecimal("-1.50"), 10, 2),
            6L),
        Arguments.of(new DateType(), 3, 1, 2 * 86_400_000L),
        Arguments.of(
            new TimestampType(6),
            TimestampData.fromEpochMillis(1000, 500_000),
            TimestampData.fromEpochMillis(-1),
            1001L),
        Arguments.of(
            new TimestampType(9),
            TimestampData.fromEpochMillis(10),
            TimestampData.fromEpochMillis(9, 999_999),
            0L));
  }

  @ParameterizedTest
  @MethodSource("distances")
  void timesInMillisecondsNumbersAsTheirDifference(
      LogicalType type, Object newer, Object older, long distance) {
    Lateness lateness = Lateness.of(List.of(type));
    assertThat(lateness.isMeasurable()).isTrue();
    assertThat(lateness.between(sequence(type, newer), sequence(type, older))).isEqualTo(distance);
  }

  @Test
  void aStructIsMeasuredByItsFirstField() {
    List<LogicalType> types = List.of(new IntType(), new IntType());
    SequenceEncoder encoder = SequenceEncoder.of(types);
    Sequence newer = encoder.encode(GenericRowData.of(10, 1), 0);
    assertThat(Lateness.of(types).between(newer, encoder.encode(GenericRowData.of(4, 9), 0)))
        .isEqualTo(6);
    assertThat(Lateness.of(types).between(newer, encoder.encode(GenericRowData.of(null, 9), 0)))
        .isZero();
  }

  @Test
  void textHasNoDistance() {
    LogicalType text = new VarCharType(9);
    Lateness lateness = Lateness.of(List.of(text));
    assertThat(lateness.isMeasurable()).isFalse();
    assertThat(
            lateness.between(
                sequence(text, StringData.fromString("b")),
                sequence(text, StringData.fromString("a"))))
        .isZero();
  }

  private static Sequence sequence(LogicalType type, Object value) {
    return SequenceEncoder.of(List.of(type)).encode(GenericRowData.of(value), 0);
  }
}
