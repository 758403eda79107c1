/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
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
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** Types and the values at their edges, NULL included, and seeded random ones between. */
final class EdgeValues {

  private EdgeValues() {}

  static List<LogicalType> scalarTypes() {
    return List.of(
        new BooleanType(),
        new TinyIntType(),
        new SmallIntType(),
        new IntType(),
        new BigIntType(),
        new FloatType(),
        new DoubleType(),
        new DecimalType(9, 2),
        new DecimalType(18, 6),
        new DecimalType(19, 0),
        new DecimalType(38, 10),
        new DecimalType(38, 38),
        new CharType(3),
        new VarCharType(10),
        new VarCharType(VarCharType.MAX_LENGTH),
        new BinaryType(2),
        new VarBinaryType(VarBinaryType.MAX_LENGTH),
        new DateType(),
        new LocalZonedTimestampType(0),
        new LocalZonedTimestampType(3),
        new LocalZonedTimestampType(6),
        new TimestampType(3),
        new TimestampType(6));
  }

  static List<LogicalType> nestedTypes() {
    return List.of(
        new ArrayType(new IntType()),
        new ArrayType(new DecimalType(38, 2)),
        new ArrayType(new ArrayType(new LocalZonedTimestampType(6))),
        new MapType(new VarCharType(false, VarCharType.MAX_LENGTH), new DoubleType()),
        new MapType(new IntType(false), new ArrayType(new VarCharType(VarCharType.MAX_LENGTH))),
        RowType.of(
            new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
            new String[] {"a", "b"}),
        RowType.of(
            new LogicalType[] {
              RowType.of(new LogicalType[] {new TimestampType(6)}, new String[] {"t"}),
              new MapType(
                  new VarCharType(false, VarCharType.MAX_LENGTH),
                  RowType.of(new LogicalType[] {new BigIntType()}, new String[] {"x"}))
            },
            new String[] {"inner", "m"}),
        new ArrayType(
            RowType.of(
                new LogicalType[] {new DateType(), new VarBinaryType(VarBinaryType.MAX_LENGTH)},
                new String[] {"d", "v"})));
  }

  /** Edge values first, then random ones; NULL comes third. */
  static List<Object> values(LogicalType type, Random random, int count) {
    List<Object> values = new ArrayList<>(edges(type));
    values.add(Math.min(2, values.size()), null);
    while (values.size() < count) {
      values.add(random.nextInt(10) == 0 ? null : random(type, random));
    }
    return values.subList(0, count);
  }

  private static List<Object> edges(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> List.of(true, false);
      case TINYINT -> List.of(Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> List.of(Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> List.of(Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
      case BIGINT -> List.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L);
      case FLOAT -> List.of(Float.NaN, -0.0f, Float.MIN_VALUE, Float.NEGATIVE_INFINITY);
      case DOUBLE -> List.of(Double.NaN, -0.0, Double.MAX_VALUE, Double.POSITIVE_INFINITY);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        BigInteger max = BigInteger.TEN.pow(decimal.getPrecision()).subtract(BigInteger.ONE);
        yield List.of(
            decimal(max, decimal),
            decimal(max.negate(), decimal),
            decimal(BigInteger.ONE, decimal));
      }
      case CHAR -> List.of(StringData.fromString("a  "), StringData.fromString("ç€d"));
      case VARCHAR ->
          List.of(
              StringData.fromString(""),
              StringData.fromString("ção \"'\\"),
              StringData.fromString("\uD83D\uDE00\u0000"));
      case BINARY -> List.of(new byte[] {0, -1}, new byte[] {127, -128});
      case VARBINARY -> List.of(new byte[0], new byte[] {0, 1, -1});
      case DATE ->
          List.of(
              0,
              -1,
              (int) LocalDate.of(1, 1, 1).toEpochDay(),
              (int) LocalDate.of(9999, 12, 31).toEpochDay());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_WITHOUT_TIME_ZONE ->
          List.of(
              timestamp("1970-01-01T00:00:00Z"),
              timestamp("1969-12-31T23:59:59Z"),
              timestamp("0001-01-01T00:00:00Z"),
              timestamp("9999-12-31T23:59:59Z"),
              // The hours that daylight saving skips and repeats in Lisbon.
              timestamp("2026-03-29T01:30:00Z"),
              timestamp("2026-10-25T00:30:00Z"));
      case ARRAY -> List.of(new GenericArrayData(new Object[0]));
      case MAP -> List.of(new GenericMapData(Map.of()));
      default -> List.of();
    };
  }

  private static DecimalData decimal(BigInteger unscaled, DecimalType type) {
    return DecimalData.fromBigDecimal(
        new BigDecimal(unscaled, type.getScale()), type.getPrecision(), type.getScale());
  }

  private static TimestampData timestamp(String text) {
    return TimestampData.fromInstant(Instant.parse(text));
  }

  private static Object random(LogicalType type, Random random) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (byte) random.nextInt();
      case SMALLINT -> (short) random.nextInt();
      case INTEGER -> random.nextInt();
      case BIGINT -> random.nextLong();
      case FLOAT -> Float.intBitsToFloat(random.nextInt() & 0x7f7fffff);
      case DOUBLE -> random.nextGaussian() * 1e9;
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        BigInteger bound = BigInteger.TEN.pow(decimal.getPrecision());
        yield decimal(new BigInteger(200, random).mod(bound), decimal);
      }
      case CHAR, VARCHAR -> StringData.fromString(Integer.toString(random.nextInt(1000), 36));
      case BINARY, VARBINARY -> {
        byte[] bytes = new byte[2];
        random.nextBytes(bytes);
        yield bytes;
      }
      case DATE -> random.nextInt(40_000) - 10_000;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_WITHOUT_TIME_ZONE -> {
        int precision =
            org.apache.flink.table.types.logical.utils.LogicalTypeChecks.getPrecision(type);
        int nanos = precision <= 3 ? 0 : random.nextInt(1000) * 1000;
        long millis = random.nextInt() * 1000L + (precision == 0 ? 0 : random.nextInt(1000));
        yield TimestampData.fromEpochMillis(millis, nanos);
      }
      case ARRAY -> {
        LogicalType element = type.getChildren().get(0);
        yield new GenericArrayData(randoms(element, random, true));
      }
      case MAP -> {
        Object[] keys = randoms(type.getChildren().get(0), random, false);
        Map<Object, Object> entries = new java.util.HashMap<>();
        Arrays.stream(keys)
            .forEach(key -> entries.put(key, nullable(type.getChildren().get(1), random)));
        yield new GenericMapData(entries);
      }
      case ROW -> {
        GenericRowData row = new GenericRowData(type.getChildren().size());
        for (int i = 0; i < row.getArity(); i++) {
          row.setField(i, nullable(type.getChildren().get(i), random));
        }
        yield row;
      }
      default -> throw new AssertionError(type);
    };
  }

  private static Object nullable(LogicalType type, Random random) {
    return random.nextInt(4) == 0 ? null : random(type, random);
  }

  private static Object[] randoms(LogicalType type, Random random, boolean nulls) {
    Object[] values = new Object[random.nextInt(4)];
    for (int i = 0; i < values.length; i++) {
      values[i] = nulls ? nullable(type, random) : random(type, random);
    }
    return values;
  }
}
