/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * A 64-bit hash of a row's values, by which an exact duplicate is known again.
 *
 * <p>It depends on the values only, not on how a row stores them, nor on the order of a map's
 * entries. Two different contents with one key and one sequence are taken for the same once in 2^64
 * ties.
 */
public final class ContentHash implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final long NULL = 0x5bd1e9955bd1e995L;

  private final List<LogicalType> types;
  private final List<RowData.FieldGetter> getters;

  private ContentHash(RowType rowType) {
    this.types = List.copyOf(rowType.getChildren());
    this.getters =
        IntStream.range(0, types.size())
            .mapToObj(i -> RowData.createFieldGetter(types.get(i), i))
            .toList();
  }

  /** The hash of rows of a type. */
  public static ContentHash of(RowType rowType) {
    return new ContentHash(rowType);
  }

  /**
   * The hash of an event. A NULL that keeps the value known is another content than one that sets
   * NULL, as two flows of a target may have it in the same row: otherwise the first of them would
   * make the second a duplicate.
   */
  public long hash(ChangeEvent event) {
    long hash = hash(event.row(), event.delete());
    return event.kept() == null ? hash : Hashing.combine(hash, event.kept().bytes());
  }

  /** The hash of an upsert's or a delete's row. */
  public long hash(RowData row, boolean delete) {
    long hash = delete ? 1 : 0;
    for (int i = 0; i < types.size(); i++) {
      hash = add(hash, types.get(i), getters.get(i).getFieldOrNull(row));
    }
    return hash;
  }

  private static long add(long hash, LogicalType type, Object value) {
    if (value == null) {
      return Hashing.combine(hash, NULL);
    }
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> Hashing.combine(hash, ((StringData) value).toBytes());
      case BINARY, VARBINARY -> Hashing.combine(hash, (byte[]) value);
      case BOOLEAN -> Hashing.combine(hash, (Boolean) value ? 1 : 0);
      case FLOAT -> Hashing.combine(hash, Float.floatToIntBits((Float) value));
      case DOUBLE -> Hashing.combine(hash, Double.doubleToLongBits((Double) value));
      case DECIMAL -> addDecimal(hash, (DecimalData) value);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        TimestampData timestamp = (TimestampData) value;
        long millis = Hashing.combine(hash, timestamp.getMillisecond());
        yield Hashing.combine(millis, timestamp.getNanoOfMillisecond());
      }
      case ARRAY -> addArray(hash, ((ArrayType) type).getElementType(), (ArrayData) value);
      case MAP -> addMap(hash, (MapType) type, (MapData) value);
      case ROW -> addRow(hash, type, (RowData) value);
      default -> {
        if (value instanceof Number number) {
          yield Hashing.combine(hash, number.longValue());
        }
        throw new IllegalStateException("no content hash for " + type.asSummaryString());
      }
    };
  }

  private static long addDecimal(long hash, DecimalData value) {
    return value.isCompact()
        ? Hashing.combine(hash, value.toUnscaledLong())
        : Hashing.combine(hash, value.toUnscaledBytes());
  }

  private static long addArray(long hash, LogicalType elementType, ArrayData array) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(elementType);
    long result = Hashing.combine(hash, array.size());
    for (int i = 0; i < array.size(); i++) {
      result = add(result, elementType, getter.getElementOrNull(array, i));
    }
    return result;
  }

  private static long addMap(long hash, MapType type, MapData map) {
    ArrayData.ElementGetter keys = ArrayData.createElementGetter(type.getKeyType());
    ArrayData.ElementGetter values = ArrayData.createElementGetter(type.getValueType());
    long sum = 0;
    for (int i = 0; i < map.size(); i++) {
      long entry = add(0, type.getKeyType(), keys.getElementOrNull(map.keyArray(), i));
      sum += add(entry, type.getValueType(), values.getElementOrNull(map.valueArray(), i));
    }
    return Hashing.combine(Hashing.combine(hash, map.size()), sum);
  }

  private static long addRow(long hash, LogicalType type, RowData row) {
    List<LogicalType> fields = LogicalTypeChecks.getFieldTypes(type);
    long result = hash;
    for (int i = 0; i < fields.size(); i++) {
      Object value = RowData.createFieldGetter(fields.get(i), i).getFieldOrNull(row);
      result = add(result, fields.get(i), value);
    }
    return result;
  }
}
