/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Random and boundary values of every orderable type as plain Java values, with an order written
 * from the rules alone, and their form in a row.
 */
final class TypedValues {
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "ab",
          "b",
          "\0",
          "\0\0",
          "a\0",
          "a\0b",
          "a\1",
          "\u00e9",
          "\uffff",
          "\ud83d\ude00",
          "\ud83d\ude00z",
          "z");

  private TypedValues() {}

  /** A value, every eighth NULL if that is allowed, boundaries often. */
  @Nullable
  static Object random(LogicalType type, Random random, boolean nullable) {
    if (nullable && random.nextInt(8) == 0) {
      return null;
    }
    boolean boundary = random.nextInt(3) == 0;
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT ->
          boundary
              ? pick(random, Byte.MIN_VALUE, (byte) -1, (byte) 0, Byte.MAX_VALUE)
              : (byte) random.nextInt();
      case SMALLINT ->
          boundary
              ? pick(random, Short.MIN_VALUE, (short) -1, (short) 0, Short.MAX_VALUE)
              : (short) random.nextInt();
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE ->
          boundary
              ? pick(random, Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE)
              : random.nextInt();
      case BIGINT ->
          boundary ? pick(random, Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE) : random.nextLong();
      case FLOAT ->
          boundary
              ? pick(
                  random,
                  Float.NaN,
                  Float.NEGATIVE_INFINITY,
                  Float.POSITIVE_INFINITY,
                  -0f,
                  0f,
                  Float.MIN_VALUE,
                  -Float.MIN_VALUE,
                  -Float.MAX_VALUE,
                  Float.intBitsToFloat(0xffc00001))
              : Float.intBitsToFloat(random.nextInt());
      case DOUBLE ->
          boundary
              ? pick(
                  random,
                  Double.NaN,
                  Double.NEGATIVE_INFINITY,
                  Double.POSITIVE_INFINITY,
                  -0d,
                  0d,
                  Double.MIN_VALUE,
                  -Double.MIN_VALUE,
                  -Double.MAX_VALUE,
                  Double.longBitsToDouble(0xfff8000000000001L))
              : Double.longBitsToDouble(random.nextLong());
      case DECIMAL -> decimal((DecimalType) type, random, boundary);
      case CHAR, VARCHAR -> boundary ? TEXTS.get(random.nextInt(TEXTS.size())) : text(random);
      case BINARY, VARBINARY -> bytes(random);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          timestamp(LogicalTypeChecks.getPrecision(type), random, boundary);
      case ROW -> {
        List<Object> fields = new ArrayList<>();
        type.getChildren().forEach(field -> fields.add(random(field, random, true)));
        yield fields;
      }
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** The order that the rules ask for; NULL first. */
  static Comparator<Object> order(LogicalType type) {
    Comparator<Object> values =
        switch (type.getTypeRoot()) {
          case FLOAT -> (a, b) -> Float.compare((Float) a + 0f, (Float) b + 0f);
          case DOUBLE -> (a, b) -> Double.compare((Double) a + 0d, (Double) b + 0d);
          case CHAR, VARCHAR ->
              (a, b) ->
                  lexicographic(
                      ((String) a).codePoints().boxed().toList(),
                      ((String) b).codePoints().boxed().toList());
          case BINARY, VARBINARY ->
              (a, b) -> lexicographic(unsigned((byte[]) a), unsigned((byte[]) b));
          case ROW ->
              (a, b) -> {
                List<LogicalType> fields = type.getChildren();
                for (int i = 0; i < fields.size(); i++) {
                  int c = order(fields.get(i)).compare(((List<?>) a).get(i), ((List<?>) b).get(i));
                  if (c != 0) {
                    return c;
                  }
                }
                return 0;
              };
          default -> TypedValues::natural;
        };
    return Comparator.nullsFirst(values);
  }

  /** The value as a row holds it. */
  @Nullable
  static Object internal(LogicalType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> StringData.fromString((String) value);
      case DECIMAL ->
          DecimalData.fromBigDecimal(
              (BigDecimal) value,
              ((DecimalType) type).getPrecision(),
              ((DecimalType) type).getScale());
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          TimestampData.fromLocalDateTime((LocalDateTime) value);
      case ROW -> {
        List<LogicalType> fields = type.getChildren();
        GenericRowData row = new GenericRowData(fields.size());
        for (int i = 0; i < fields.size(); i++) {
          row.setField(i, internal(fields.get(i), ((List<?>) value).get(i)));
        }
        yield row;
      }
      default -> value;
    };
  }

  @SuppressWarnings("unchecked")
  private static int natural(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static int lexicographic(List<Integer> a, List<Integer> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int c = Integer.compare(a.get(i), b.get(i));
      if (c != 0) {
        return c;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static List<Integer> unsigned(byte[] bytes) {
    List<Integer> result = new ArrayList<>();
    for (byte b : bytes) {
      result.add(Byte.toUnsignedInt(b));
    }
    return result;
  }

  private static BigDecimal decimal(DecimalType type, Random random, boolean boundary) {
    BigInteger limit = BigInteger.TEN.pow(type.getPrecision());
    BigInteger greatest = limit.subtract(BigInteger.ONE);
    BigInteger unscaled =
        boundary
            ? pick(
                random,
                greatest,
                greatest.negate(),
                BigInteger.ZERO,
                BigInteger.ONE,
                BigInteger.ONE.negate())
            : new BigInteger(limit.bitLength() + 8, random).mod(limit);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.getScale());
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.appendCodePoint(
          pick(
              random, 0, 1, (int) 'a', (int) 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000,
              0x10ffff));
    }
    return text.toString();
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(5)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = pick(random, (byte) 0, (byte) 1, (byte) 0x7f, (byte) 0x80, (byte) 0xff);
    }
    return bytes;
  }

  private static LocalDateTime timestamp(int precision, Random random, boolean boundary) {
    LocalDateTime time =
        boundary
            ? pick(
                random,
                LocalDateTime.of(1, 1, 1, 0, 0),
                LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999),
                LocalDateTime.of(1970, 1, 1, 0, 0),
                LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999))
            : LocalDateTime.ofEpochSecond(
                random.nextInt() * 20L, random.nextInt(1_000_000_000), ZoneOffset.UTC);
    int unit = (int) Math.pow(10, 9 - precision);
    return time.withNano(time.get(ChronoField.NANO_OF_SECOND) / unit * unit);
  }

  @SafeVarargs
  private static <T> T pick(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  /** UTF-8, for tests that look at bytes. */
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
