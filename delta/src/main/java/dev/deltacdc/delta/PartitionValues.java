/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Partition values as the log writes them (Delta protocol, "Partition Value Serialization"). Never
 * depends on the JVM's time zone, unlike Kernel's own reading of timestamps without zone.
 */
public final class PartitionValues {

  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
  private static final DateTimeFormatter PARSED_LOCAL =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd")
          .appendLiteral(' ')
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private PartitionValues() {}

  /**
   * The day (days since the epoch) that a DATE partition column has for a file; empty when it is
   * NULL. For metadata-only removal of old partitions.
   */
  public static OptionalInt epochDay(Map<String, String> partitionValues, String dateColumn) {
    String value = partitionValues.get(dateColumn);
    return value == null || value.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of((int) LocalDate.parse(value).toEpochDay());
  }

  static boolean supported(DataType type) {
    return type instanceof StringType
        || type instanceof DateType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof ShortType
        || type instanceof ByteType
        || type instanceof BooleanType
        || type instanceof DecimalType
        || type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType;
  }

  /**
   * The text for a field of a row; null for NULL and, as the protocol has no other way, for an
   * empty string.
   */
  @Nullable
  static String text(RowData row, int field, LogicalType logicalType, DataType type) {
    if (row.isNullAt(field)) {
      return null;
    } else if (type instanceof StringType) {
      String text = row.getString(field).toString();
      return text.isEmpty() ? null : text;
    } else if (type instanceof DateType) {
      return LocalDate.ofEpochDay(row.getInt(field)).toString();
    } else if (type instanceof IntegerType) {
      return Integer.toString(row.getInt(field));
    } else if (type instanceof LongType) {
      return Long.toString(row.getLong(field));
    } else if (type instanceof ShortType) {
      return Short.toString(row.getShort(field));
    } else if (type instanceof ByteType) {
      return Byte.toString(row.getByte(field));
    } else if (type instanceof BooleanType) {
      return Boolean.toString(row.getBoolean(field));
    } else if (type instanceof FloatType) {
      return Float.toString(row.getFloat(field));
    } else if (type instanceof DoubleType) {
      return Double.toString(row.getDouble(field));
    } else if (type instanceof DecimalType decimal) {
      return row.getDecimal(field, decimal.getPrecision(), decimal.getScale())
          .toBigDecimal()
          .toPlainString();
    }
    int precision = LogicalTypeChecks.getPrecision(logicalType);
    Instant instant = row.getTimestamp(field, precision).toInstant();
    return type instanceof TimestampType
        ? INSTANT.format(instant)
        : LOCAL.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
  }

  /** The value in Kernel's form for a column vector: dates as days, timestamps as microseconds. */
  @Nullable
  static Object value(@Nullable String text, DataType type) {
    if (text == null || text.isEmpty()) {
      return null;
    } else if (type instanceof StringType) {
      return text;
    } else if (type instanceof DateType) {
      return (int) LocalDate.parse(text.length() > 10 ? text.substring(0, 10) : text).toEpochDay();
    } else if (type instanceof IntegerType) {
      return Integer.valueOf(text);
    } else if (type instanceof LongType) {
      return Long.valueOf(text);
    } else if (type instanceof ShortType) {
      return Short.valueOf(text);
    } else if (type instanceof ByteType) {
      return Byte.valueOf(text);
    } else if (type instanceof BooleanType) {
      return Boolean.valueOf(text);
    } else if (type instanceof FloatType) {
      return Float.valueOf(text);
    } else if (type instanceof DoubleType) {
      return Double.valueOf(text);
    } else if (type instanceof DecimalType decimal) {
      return new BigDecimal(text).setScale(decimal.getScale());
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return micros(text);
    } else if (type instanceof BinaryType) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    throw TableErrors.unreadableType("partition value " + text, type);
  }

  /** A bound in a file's statistics: ISO, with an offset or without (no time zone), or a day. */
  static long statisticsMicros(String text) {
    if (text.length() == "2026-01-01".length()) {
      return micros(text + " 00:00:00");
    }
    boolean hasOffset = text.endsWith("Z") || text.matches(".*[+-]\\d\\d:\\d\\d");
    return micros(hasOffset ? text : text.replace('T', ' '));
  }

  /**
   * Both forms of the protocol: ISO with Z, and {@code yyyy-MM-dd HH:mm:ss[.S]}, which is read as
   * UTC.
   */
  private static long micros(String text) {
    Instant instant =
        text.indexOf('T') > 0
            ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from)
            : LocalDateTime.parse(text, PARSED_LOCAL).toInstant(ZoneOffset.UTC);
    // Not ChronoUnit.MICROS.between: it counts nanoseconds, which reach from 1677 to 2262 only.
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }
}
