/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.types.ArrayType;
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
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.util.HashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** Values that Kernel read as Flink's internal objects, copied. */
final class KernelValues {

  private KernelValues() {}

  @Nullable
  static Object value(ColumnVector vector, int row) {
    if (vector.isNullAt(row)) {
      return null;
    }
    DataType type = vector.getDataType();
    if (type instanceof StringType) {
      return StringData.fromString(vector.getString(row));
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return vector.getInt(row);
    } else if (type instanceof LongType) {
      return vector.getLong(row);
    } else if (type instanceof DoubleType) {
      return vector.getDouble(row);
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return timestamp(vector.getLong(row));
    } else if (type instanceof BooleanType) {
      return vector.getBoolean(row);
    } else if (type instanceof DecimalType decimal) {
      return DecimalData.fromBigDecimal(
          vector.getDecimal(row), decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof ByteType) {
      return vector.getByte(row);
    } else if (type instanceof ShortType) {
      return vector.getShort(row);
    } else if (type instanceof FloatType) {
      return vector.getFloat(row);
    } else if (type instanceof BinaryType) {
      return vector.getBinary(row);
    } else if (type instanceof StructType struct) {
      return struct(vector, struct, row);
    } else if (type instanceof ArrayType) {
      return array(vector.getArray(row));
    } else if (type instanceof MapType) {
      return map(vector.getMap(row));
    }
    throw TableErrors.unreadableType("value", type);
  }

  static TimestampData timestamp(long micros) {
    return TimestampData.fromEpochMillis(
        Math.floorDiv(micros, 1000L), (int) Math.floorMod(micros, 1000L) * 1000);
  }

  private static GenericRowData struct(ColumnVector vector, StructType struct, int row) {
    GenericRowData fields = new GenericRowData(struct.length());
    for (int i = 0; i < struct.length(); i++) {
      fields.setField(i, value(vector.getChild(i), row));
    }
    return fields;
  }

  private static GenericArrayData array(ArrayValue array) {
    return new GenericArrayData(objects(array.getElements(), array.getSize()));
  }

  private static GenericMapData map(MapValue map) {
    Object[] keys = objects(map.getKeys(), map.getSize());
    Object[] values = objects(map.getValues(), map.getSize());
    Map<Object, Object> entries = new HashMap<>();
    for (int i = 0; i < keys.length; i++) {
      entries.put(keys[i], values[i]);
    }
    return new GenericMapData(entries);
  }

  private static Object[] objects(ColumnVector vector, int size) {
    Object[] objects = new Object[size];
    for (int i = 0; i < size; i++) {
      objects[i] = value(vector, i);
    }
    return objects;
  }
}
