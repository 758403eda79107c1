/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Turns a value of one type into the equal value of another, or says that there is none. */
@FunctionalInterface
interface ValueFit extends Serializable {
  /** The equal value; the value is not null. */
  Object apply(Object value) throws MisfitException;

  /** What every value goes through unchanged. */
  ValueFit SAME = value -> value;

  /** The fit between two types, or null if values of one are not values of the other. */
  @Nullable
  static ValueFit between(LogicalType from, LogicalType to) {
    LogicalTypeRoot root = to.getTypeRoot();
    if (from.is(LogicalTypeFamily.CHARACTER_STRING) && to.is(LogicalTypeFamily.CHARACTER_STRING)) {
      return text(to);
    }
    if (from.is(LogicalTypeFamily.BINARY_STRING) && to.is(LogicalTypeFamily.BINARY_STRING)) {
      return bytes(to);
    }
    if (from.is(LogicalTypeFamily.EXACT_NUMERIC) && to.is(LogicalTypeFamily.EXACT_NUMERIC)) {
      return exact(from, to);
    }
    if (to.is(LogicalTypeFamily.TIMESTAMP)) {
      return from.is(root) ? timestamp(to) : null;
    }
    if (root == LogicalTypeRoot.DOUBLE && from.is(LogicalTypeRoot.FLOAT)) {
      return value -> ((Float) value).doubleValue();
    }
    if (!from.is(root)) {
      return null;
    }
    return switch (root) {
      case ROW -> row((RowType) from, (RowType) to);
      case ARRAY -> array((ArrayType) from, (ArrayType) to);
      case MAP -> map((MapType) from, (MapType) to);
      default -> SAME;
    };
  }

  private static ValueFit text(LogicalType to) {
    int length = LogicalTypeChecks.getLength(to);
    if (length == VarCharType.MAX_LENGTH) {
      return SAME;
    }
    return value -> {
      BinaryStringData text = (BinaryStringData) value;
      if (text.getSizeInBytes() > length && text.numChars() > length) {
        throw misfit("a text of " + text.numChars() + " characters", to);
      }
      return text;
    };
  }

  private static ValueFit bytes(LogicalType to) {
    int length = LogicalTypeChecks.getLength(to);
    if (length == VarBinaryType.MAX_LENGTH) {
      return SAME;
    }
    return value -> {
      int size = ((byte[]) value).length;
      if (size > length) {
        throw misfit(size + " bytes", to);
      }
      return value;
    };
  }

  private static ValueFit exact(LogicalType from, LogicalType to) {
    if (from.copy(true).equals(to.copy(true)) && !to.is(LogicalTypeRoot.DECIMAL)) {
      return SAME;
    }
    return value -> {
      BigDecimal exact =
          value instanceof DecimalData decimal
              ? decimal.toBigDecimal()
              : BigDecimal.valueOf(((Number) value).longValue());
      try {
        return switch (to.getTypeRoot()) {
          case TINYINT -> exact.byteValueExact();
          case SMALLINT -> exact.shortValueExact();
          case INTEGER -> exact.intValueExact();
          case BIGINT -> exact.longValueExact();
          default -> decimal(exact, (DecimalType) to);
        };
      } catch (ArithmeticException e) {
        throw misfit("a number", to);
      }
    };
  }

  private static DecimalData decimal(BigDecimal exact, DecimalType to) {
    BigDecimal scaled = exact.setScale(to.getScale(), RoundingMode.UNNECESSARY);
    if (scaled.precision() > to.getPrecision()) {
      throw new ArithmeticException("too many digits");
    }
    return DecimalData.fromBigDecimal(scaled, to.getPrecision(), to.getScale());
  }

  /** Delta keeps microseconds in 64 bits. */
  private static ValueFit timestamp(LogicalType to) {
    int precision = LogicalTypeChecks.getPrecision(to);
    int unit = 1;
    for (int digits = precision; digits < 9; digits++) {
      unit *= 10;
    }
    int nanos = unit;
    long greatest = Long.MAX_VALUE / 1000 - 1;
    return value -> {
      TimestampData timestamp = (TimestampData) value;
      if (Math.abs(timestamp.getMillisecond()) > greatest) {
        throw misfit("a time beyond the years that microseconds in 64 bits reach", to);
      }
      long ofSecond =
          Math.floorMod(timestamp.getMillisecond(), 1000L) * 1_000_000L
              + timestamp.getNanoOfMillisecond();
      if (ofSecond % nanos != 0) {
        throw misfit("a time with more digits", to);
      }
      return value;
    };
  }

  private static ValueFit row(RowType from, RowType to) {
    if (from.getFieldCount() != to.getFieldCount()) {
      return null;
    }
    List<ValueFit> fits = new ArrayList<>();
    List<RowData.FieldGetter> getters = new ArrayList<>();
    for (int i = 0; i < from.getFieldCount(); i++) {
      ValueFit fit = between(from.getTypeAt(i), to.getTypeAt(i));
      if (fit == null) {
        return null;
      }
      fits.add(fit);
      getters.add(RowData.createFieldGetter(from.getTypeAt(i), i));
    }
    return value -> {
      GenericRowData result = new GenericRowData(fits.size());
      for (int i = 0; i < fits.size(); i++) {
        result.setField(i, orNull(fits.get(i), getters.get(i).getFieldOrNull((RowData) value)));
      }
      return result;
    };
  }

  private static ValueFit array(ArrayType from, ArrayType to) {
    ValueFit fit = between(from.getElementType(), to.getElementType());
    if (fit == null || fit == SAME) {
      return fit;
    }
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(from.getElementType());
    return value -> new GenericArrayData(elements((ArrayData) value, getter, fit));
  }

  private static ValueFit map(MapType from, MapType to) {
    ValueFit keyFit = between(from.getKeyType(), to.getKeyType());
    ValueFit valueFit = between(from.getValueType(), to.getValueType());
    if (keyFit == null || valueFit == null) {
      return null;
    }
    ArrayData.ElementGetter keys = ArrayData.createElementGetter(from.getKeyType());
    ArrayData.ElementGetter values = ArrayData.createElementGetter(from.getValueType());
    return value -> {
      Object[] newKeys = elements(((MapData) value).keyArray(), keys, keyFit);
      Object[] newValues = elements(((MapData) value).valueArray(), values, valueFit);
      Map<Object, Object> entries = new HashMap<>();
      for (int i = 0; i < newKeys.length; i++) {
        entries.put(newKeys[i], newValues[i]);
      }
      return new GenericMapData(entries);
    };
  }

  private static Object[] elements(ArrayData array, ArrayData.ElementGetter getter, ValueFit fit)
      throws MisfitException {
    Object[] result = new Object[array.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = orNull(fit, getter.getElementOrNull(array, i));
    }
    return result;
  }

  @Nullable
  private static Object orNull(ValueFit fit, @Nullable Object value) throws MisfitException {
    return value == null ? null : fit.apply(value);
  }

  private static MisfitException misfit(String what, LogicalType to) {
    return new MisfitException(what + " does not fit " + to.copy(true).asSummaryString());
  }
}
