/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.MapType;

/** Flink's arrays and maps as Kernel's. */
final class FlinkValues {

  private FlinkValues() {}

  static ArrayValue array(
      ArrayData array, ArrayType logicalType, io.delta.kernel.types.ArrayType type) {
    ColumnVector elements =
        new ArrayElementVector(array, logicalType.getElementType(), type.getElementType());
    return new ArrayValue() {
      @Override
      public int getSize() {
        return elements.getSize();
      }

      @Override
      public ColumnVector getElements() {
        return elements;
      }
    };
  }

  static MapValue map(MapData map, MapType logicalType, io.delta.kernel.types.MapType type) {
    ColumnVector keys =
        new ArrayElementVector(map.keyArray(), logicalType.getKeyType(), type.getKeyType());
    ColumnVector values =
        new ArrayElementVector(map.valueArray(), logicalType.getValueType(), type.getValueType());
    return new MapValue() {
      @Override
      public int getSize() {
        return keys.getSize();
      }

      @Override
      public ColumnVector getKeys() {
        return keys;
      }

      @Override
      public ColumnVector getValues() {
        return values;
      }
    };
  }
}
