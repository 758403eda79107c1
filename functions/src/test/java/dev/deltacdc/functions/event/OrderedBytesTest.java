/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
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
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OrderedBytesTest {
  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);

  static Stream<List<LogicalType>> types() {
    RowType nested = RowType.of(STRING, new IntType());
    return Stream.of(
        List.of(new BooleanType()),
        List.of(new TinyIntType()),
        List.of(new SmallIntType()),
        List.of(new IntType()),
        List.of(new BigIntType()),
        List.of(new FloatType()),
        List.of(new DoubleType()),
        List.of(new DecimalType(5, 0)),
        List.of(new DecimalType(18, 6)),
        List.of(new DecimalType(19, 19)),
        List.of(new DecimalType(38, 10)),
        List.of(new CharType(3)),
        List.of(STRING),
        List.of(new BinaryType(4)),
        List.of(new VarBinaryType(VarBinaryType.MAX_LENGTH)),
        List.of(new DateType()),
        List.of(new TimeType(0)),
        List.of(new TimestampType(0)),
        List.of(new TimestampType(3)),
        List.of(new TimestampType(6)),
        List.of(new TimestampType(9)),
        List.of(new LocalZonedTimestampType(3)),
        List.of(new LocalZonedTimestampType(6)),
        List.of(nested),
        List.of(STRING, STRING),
        List.of(new VarBinaryType(9), new BigIntType(), STRING),
        List.of(new TimestampType(6), new BigIntType()),
        List.of(nested, RowType.of(nested, new DoubleType()), new DecimalType(10, 2)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void theBytesAreInTheOrderOfTheValues(List<LogicalType> types) {
    checkOrder(types, true);
    checkOrder(types, false);
  }

  private static void checkOrder(List<LogicalType> types, boolean nullable) {
    Random random = new Random(7);
    OrderedBytes encoding = nullable ? OrderedBytes.nullable(types) : OrderedBytes.notNull(types);
    Comparator<List<Object>> rule = TupleOrder.of(types);
    List<List<Object>> tuples = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      tuples.add(
          types.stream().map(t -> TypedValues.random(t, random, nullable)).toList().stream()
              .collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
    }
    List<byte[]> encoded = tuples.stream().map(tuple -> encode(encoding, types, tuple)).toList();
    for (int a = 0; a < tuples.size(); a++) {
      for (int b = 0; b < tuples.size(); b++) {
        int expected = Integer.signum(rule.compare(tuples.get(a), tuples.get(b)));
        int actual = Integer.signum(Arrays.compareUnsigned(encoded.get(a), encoded.get(b)));
        if (actual != expected) {
          assertThat(actual)
              .as("%s against %s in %s", tuples.get(a), tuples.get(b), types)
              .isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void theValuesComeBack(List<LogicalType> types) {
    Random random = new Random(11);
    OrderedBytes encoding = OrderedBytes.nullable(types);
    Comparator<List<Object>> rule = TupleOrder.of(types);
    RowDataSerializer rows = new RowDataSerializer(RowType.of(types.toArray(LogicalType[]::new)));
    for (int i = 0; i < 300; i++) {
      List<Object> tuple = new ArrayList<>();
      types.forEach(type -> tuple.add(TypedValues.random(type, random, true)));
      byte[] bytes = encode(encoding, types, tuple);
      GenericRowData decoded = encoding.decode(bytes);
      assertThat(encode(encoding, types, decoded)).isEqualTo(bytes);
      if (rule.compare(tuple, tuple) == 0
          && types.stream().noneMatch(OrderedBytesTest::hasFloats)) {
        assertThat(rows.toBinaryRow(decoded).copy())
            .isEqualTo(rows.toBinaryRow(row(types, tuple)).copy());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void aRowInBinaryFormGivesTheSameBytes(List<LogicalType> types) {
    Random random = new Random(13);
    OrderedBytes encoding = OrderedBytes.nullable(types);
    RowDataSerializer rows = new RowDataSerializer(RowType.of(types.toArray(LogicalType[]::new)));
    for (int i = 0; i < 100; i++) {
      List<Object> tuple = new ArrayList<>();
      types.forEach(type -> tuple.add(TypedValues.random(type, random, true)));
      RowData binary = rows.toBinaryRow(row(types, tuple)).copy();
      assertThat(encode(encoding, types, binary)).isEqualTo(encode(encoding, types, tuple));
    }
  }

  @Test
  void negativeZeroIsZeroAndEveryNanIsOneValue() {
    List<LogicalType> type = List.of(new DoubleType());
    OrderedBytes encoding = OrderedBytes.notNull(type);
    assertThat(encode(encoding, type, List.of(-0d))).isEqualTo(encode(encoding, type, List.of(0d)));
    assertThat(encode(encoding, type, List.of(Double.longBitsToDouble(0xfff8000000000001L))))
        .isEqualTo(encode(encoding, type, List.of(Double.NaN)));
  }

  @Test
  void theLastFieldTakesNoMoreThanItsBytes() {
    assertThat(encode(OrderedBytes.notNull(List.of(STRING)), List.of(STRING), List.of("a\0b")))
        .isEqualTo(TypedValues.utf8("a\0b"));
    List<LogicalType> number = List.of(new BigIntType());
    assertThat(encode(OrderedBytes.notNull(number), number, List.of(1L))).hasSize(8);
  }

  @Test
  void nullInTheNotNullEncodingFails() {
    OrderedBytes encoding = OrderedBytes.notNull(List.of(STRING));
    assertThatThrownBy(() -> encoding.encode(new GenericRowData(1), new int[] {0}))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  void aTimestampBeyondMicrosecondsFailsInsteadOfWrappingAround() {
    OrderedBytes encoding = OrderedBytes.notNull(List.of(new TimestampType(6)));
    RowData row = GenericRowData.of(TimestampData.fromEpochMillis(Long.MAX_VALUE / 10));
    assertThatThrownBy(() -> encoding.encode(row, new int[] {0}))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void arraysAndMapsHaveNoOrder() {
    LogicalType array = new ArrayType(new IntType());
    LogicalType map = new MapType(STRING, STRING);
    assertThat(OrderedBytes.isOrderable(array)).isFalse();
    assertThat(OrderedBytes.isOrderable(map)).isFalse();
    assertThat(OrderedBytes.isOrderable(RowType.of(new IntType(), array))).isFalse();
    assertThatThrownBy(() -> OrderedBytes.nullable(List.of(array)))
        .hasMessageContaining("ARRAY<INT>")
        .hasMessageContaining("have no order");
  }

  private static boolean hasFloats(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case FLOAT, DOUBLE -> true;
      default -> type.getChildren().stream().anyMatch(OrderedBytesTest::hasFloats);
    };
  }

  private static byte[] encode(OrderedBytes encoding, List<LogicalType> types, List<Object> tuple) {
    return encode(encoding, types, row(types, tuple));
  }

  private static byte[] encode(OrderedBytes encoding, List<LogicalType> types, RowData row) {
    return encoding.encode(row, IntStream.range(0, types.size()).toArray());
  }

  private static GenericRowData row(List<LogicalType> types, List<Object> tuple) {
    GenericRowData row = new GenericRowData(types.size());
    for (int i = 0; i < types.size(); i++) {
      row.setField(i, TypedValues.internal(types.get(i), tuple.get(i)));
    }
    return row;
  }

  /** Tuples compare field by field. */
  private static final class TupleOrder {
    static Comparator<List<Object>> of(List<LogicalType> types) {
      return (a, b) -> {
        for (int i = 0; i < types.size(); i++) {
          int c = TypedValues.order(types.get(i)).compare(a.get(i), b.get(i));
          if (c != 0) {
            return c;
          }
        }
        return 0;
      };
    }
  }
}
