/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Encodes fields of a row into bytes whose unsigned order is the order of the values, compared
 * field by field, and decodes them again.
 *
 * <ul>
 *   <li>A NULL sorts before every value. Where fields may be NULL each starts with a marker: 0
 *       NULL, 1 value; the not-null form has no markers.
 *   <li>Integers, DATE, TIME: big-endian, sign bit flipped. BOOLEAN: one byte.
 *   <li>FLOAT, DOUBLE: sign-flipped IEEE bits; -0.0 equals 0.0; every NaN is one value, the
 *       greatest.
 *   <li>DECIMAL(p, s): the unscaled value at scale s, 8 bytes up to 18 digits, 16 beyond.
 *   <li>TIMESTAMP, TIMESTAMP_LTZ: 8 bytes of milliseconds (precision up to 3) or microseconds (up
 *       to 6), else milliseconds and 4 bytes of nanoseconds of the millisecond.
 *   <li>Strings: UTF-8, which sorts by code point; strings and bytes escape 00 as 00 FF and end
 *       with 00 00, except in the last field, which ends with the encoding.
 *   <li>ROW: its fields, each with a marker.
 * </ul>
 *
 * <p>The encoding is in keyed state and decides the key group: it must never change for a type. The
 * source of the order is docs/semantics.md, rules "sequence type" and "composite keys". Not
 * thread-safe.
 */
public final class OrderedBytes implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int NULL = 0;
  private static final int VALUE = 1;
  private static final int LONG_DECIMAL_DIGITS = 18;
  private static final int WIDE_DECIMAL_BYTES = 16;

  private final List<LogicalType> types;
  private final boolean nullable;
  private transient ByteAppender scratch;

  private OrderedBytes(List<LogicalType> types, boolean nullable) {
    this.types = List.copyOf(types);
    this.nullable = nullable;
    for (LogicalType type : this.types) {
      if (!isOrderable(type)) {
        throw new IllegalArgumentException(
            "Values of type "
                + type.asSummaryString()
                + " have no order, so they cannot be a key or a sequence. Use a field of it, or a"
                + " number, string, date or timestamp.");
      }
    }
  }

  /** The encoding of fields that may be NULL. */
  public static OrderedBytes nullable(List<LogicalType> types) {
    return new OrderedBytes(types, true);
  }

  /** The shorter encoding of fields that are never NULL; encoding a NULL fails. */
  public static OrderedBytes notNull(List<LogicalType> types) {
    return new OrderedBytes(types, false);
  }

  /** Whether values of the type can be compared: everything but ARRAY, MAP and exotic types. */
  public static boolean isOrderable(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          FLOAT,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          true;
      case ROW -> type.getChildren().stream().allMatch(OrderedBytes::isOrderable);
      default -> false;
    };
  }

  /**
   * Encodes the fields of the row at the given positions.
   *
   * @throws ArithmeticException if a timestamp is further than microseconds in 64 bits reach
   * @throws NullPointerException if a field is NULL and this is the not-null encoding
   */
  public byte[] encode(RowData row, int[] positions) {
    clear();
    int last = types.size() - 1;
    for (int i = 0; i <= last; i++) {
      writeField(row, positions[i], types.get(i), nullable, i == last);
    }
    return scratch.toBytes();
  }

  /** The same for fields that follow each other. */
  public byte[] encode(RowData row, int firstField) {
    clear();
    int last = types.size() - 1;
    for (int i = 0; i <= last; i++) {
      writeField(row, firstField + i, types.get(i), nullable, i == last);
    }
    return scratch.toBytes();
  }

  private void clear() {
    if (scratch == null) {
      scratch = new ByteAppender();
    }
    scratch.clear();
  }

  /** The fields that were encoded, in order; the inverse of {@link #encode}. */
  public GenericRowData decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    GenericRowData row = new GenericRowData(types.size());
    int last = types.size() - 1;
    for (int i = 0; i <= last; i++) {
      row.setField(i, readField(in, types.get(i), nullable, i == last));
    }
    return row;
  }

  private void writeField(RowData row, int pos, LogicalType type, boolean marker, boolean last) {
    if (row.isNullAt(pos)) {
      if (!marker) {
        throw new NullPointerException("NULL in field " + pos + " of a not-null encoding");
      }
      scratch.putByte(NULL);
      return;
    }
    if (marker) {
      scratch.putByte(VALUE);
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN -> scratch.putByte(row.getBoolean(pos) ? 1 : 0);
      case TINYINT -> scratch.putByte(row.getByte(pos) ^ 0x80);
      case SMALLINT -> scratch.putShort(row.getShort(pos) ^ 0x8000);
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE ->
          scratch.putInt(row.getInt(pos) ^ Integer.MIN_VALUE);
      case BIGINT -> scratch.putLong(row.getLong(pos) ^ Long.MIN_VALUE);
      case FLOAT -> scratch.putInt(orderedBits(row.getFloat(pos)));
      case DOUBLE -> scratch.putLong(orderedBits(row.getDouble(pos)));
      case DECIMAL -> writeDecimal(row, pos, (DecimalType) type);
      case CHAR, VARCHAR -> writeBytes(row.getString(pos).toBytes(), last);
      case BINARY, VARBINARY -> writeBytes(row.getBinary(pos), last);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          writeTimestamp(row, pos, LogicalTypeChecks.getPrecision(type));
      case ROW -> {
        List<LogicalType> fields = type.getChildren();
        RowData nested = row.getRow(pos, fields.size());
        for (int i = 0; i < fields.size(); i++) {
          writeField(nested, i, fields.get(i), true, false);
        }
      }
      default -> throw new IllegalStateException("not orderable: " + type);
    }
  }

  private static Object readField(ByteBuffer in, LogicalType type, boolean marker, boolean last) {
    if (marker && in.get() == NULL) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> in.get() != 0;
      case TINYINT -> (byte) (in.get() ^ 0x80);
      case SMALLINT -> (short) (in.getShort() ^ 0x8000);
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE -> in.getInt() ^ Integer.MIN_VALUE;
      case BIGINT -> in.getLong() ^ Long.MIN_VALUE;
      case FLOAT -> floatOf(in.getInt());
      case DOUBLE -> doubleOf(in.getLong());
      case DECIMAL -> readDecimal(in, (DecimalType) type);
      case CHAR, VARCHAR -> StringData.fromBytes(readBytes(in, last));
      case BINARY, VARBINARY -> readBytes(in, last);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          readTimestamp(in, LogicalTypeChecks.getPrecision(type));
      case ROW -> {
        List<LogicalType> fields = type.getChildren();
        GenericRowData nested = new GenericRowData(fields.size());
        for (int i = 0; i < fields.size(); i++) {
          nested.setField(i, readField(in, fields.get(i), true, false));
        }
        yield nested;
      }
      default -> throw new IllegalStateException("not orderable: " + type);
    };
  }

  private static int orderedBits(float value) {
    int bits = Float.floatToIntBits(value == 0 ? 0f : value);
    return bits < 0 ? ~bits : bits ^ Integer.MIN_VALUE;
  }

  private static float floatOf(int ordered) {
    return Float.intBitsToFloat(ordered < 0 ? ordered ^ Integer.MIN_VALUE : ~ordered);
  }

  private static long orderedBits(double value) {
    long bits = Double.doubleToLongBits(value == 0 ? 0d : value);
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  private static double doubleOf(long ordered) {
    return Double.longBitsToDouble(ordered < 0 ? ordered ^ Long.MIN_VALUE : ~ordered);
  }

  private void writeDecimal(RowData row, int pos, DecimalType type) {
    DecimalData decimal = row.getDecimal(pos, type.getPrecision(), type.getScale());
    if (type.getPrecision() <= LONG_DECIMAL_DIGITS) {
      scratch.putLong(decimal.toUnscaledLong() ^ Long.MIN_VALUE);
      return;
    }
    BigDecimal exact = decimal.toBigDecimal().setScale(type.getScale(), RoundingMode.UNNECESSARY);
    byte[] unscaled = exact.unscaledValue().toByteArray();
    byte[] wide = new byte[WIDE_DECIMAL_BYTES];
    Arrays.fill(wide, (byte) (unscaled[0] < 0 ? 0xFF : 0));
    System.arraycopy(unscaled, 0, wide, wide.length - unscaled.length, unscaled.length);
    wide[0] ^= (byte) 0x80;
    scratch.putBytes(wide);
  }

  private static DecimalData readDecimal(ByteBuffer in, DecimalType type) {
    if (type.getPrecision() <= LONG_DECIMAL_DIGITS) {
      long unscaled = in.getLong() ^ Long.MIN_VALUE;
      return DecimalData.fromUnscaledLong(unscaled, type.getPrecision(), type.getScale());
    }
    byte[] wide = new byte[WIDE_DECIMAL_BYTES];
    in.get(wide);
    wide[0] ^= (byte) 0x80;
    BigDecimal value = new BigDecimal(new BigInteger(wide), type.getScale());
    return DecimalData.fromBigDecimal(value, type.getPrecision(), type.getScale());
  }

  private void writeTimestamp(RowData row, int pos, int precision) {
    TimestampData timestamp = row.getTimestamp(pos, precision);
    long millis = timestamp.getMillisecond();
    int nanos = timestamp.getNanoOfMillisecond();
    if (precision <= 3) {
      scratch.putLong(millis ^ Long.MIN_VALUE);
    } else if (precision <= 6) {
      long micros = Math.addExact(Math.multiplyExact(millis, 1000L), nanos / 1000);
      scratch.putLong(micros ^ Long.MIN_VALUE);
    } else {
      scratch.putLong(millis ^ Long.MIN_VALUE);
      scratch.putInt(nanos);
    }
  }

  private static TimestampData readTimestamp(ByteBuffer in, int precision) {
    long value = in.getLong() ^ Long.MIN_VALUE;
    if (precision <= 3) {
      return TimestampData.fromEpochMillis(value);
    }
    if (precision <= 6) {
      int nanos = (int) Math.floorMod(value, 1000L) * 1000;
      return TimestampData.fromEpochMillis(Math.floorDiv(value, 1000L), nanos);
    }
    return TimestampData.fromEpochMillis(value, in.getInt());
  }

  private void writeBytes(byte[] value, boolean last) {
    if (last) {
      scratch.putBytes(value);
      return;
    }
    for (byte b : value) {
      scratch.putByte(b);
      if (b == 0) {
        scratch.putByte(0xFF);
      }
    }
    scratch.putShort(0);
  }

  private static byte[] readBytes(ByteBuffer in, boolean last) {
    if (last) {
      byte[] rest = new byte[in.remaining()];
      in.get(rest);
      return rest;
    }
    ByteAppender out = new ByteAppender();
    while (true) {
      byte b = in.get();
      if (b == 0 && in.get() == 0) {
        return out.toBytes();
      }
      out.putByte(b);
    }
  }

  /** The field types, for error messages and checks on restore. */
  public RowType rowType() {
    return RowType.of(types.toArray(LogicalType[]::new));
  }
}
