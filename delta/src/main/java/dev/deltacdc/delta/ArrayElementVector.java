/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** The elements of one array, or the keys or values of one map. */
final class ArrayElementVector extends FlinkVector {

  private final ArrayData elements;
  private final LogicalType logicalType;

  ArrayElementVector(ArrayData elements, LogicalType logicalType, DataType type) {
    super(type, elements.size());
    this.elements = elements;
    this.logicalType = logicalType;
  }

  @Override
  public boolean isNullAt(int index) {
    return elements.isNullAt(index);
  }

  @Override
  public boolean getBoolean(int index) {
    return elements.getBoolean(index);
  }

  @Override
  public byte getByte(int index) {
    return elements.getByte(index);
  }

  @Override
  public short getShort(int index) {
    return elements.getShort(index);
  }

  @Override
  public int getInt(int index) {
    return elements.getInt(index);
  }

  @Override
  public long getLong(int index) {
    DataType type = getDataType();
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return micros(elements.getTimestamp(index, LogicalTypeChecks.getPrecision(logicalType)));
    }
    return elements.getLong(index);
  }

  @Override
  public float getFloat(int index) {
    return elements.getFloat(index);
  }

  @Override
  public double getDouble(int index) {
    return elements.getDouble(index);
  }

  @Override
  public byte[] getBinary(int index) {
    return elements.getBinary(index);
  }

  @Override
  public String getString(int index) {
    return elements.getString(index).toString();
  }

  @Override
  public BigDecimal getDecimal(int index) {
    return elements
        .getDecimal(
            index,
            LogicalTypeChecks.getPrecision(logicalType),
            LogicalTypeChecks.getScale(logicalType))
        .toBigDecimal();
  }

  @Override
  public ArrayValue getArray(int index) {
    return FlinkValues.array(
        elements.getArray(index),
        (ArrayType) logicalType,
        (io.delta.kernel.types.ArrayType) getDataType());
  }

  @Override
  public MapValue getMap(int index) {
    return FlinkValues.map(
        elements.getMap(index),
        (MapType) logicalType,
        (io.delta.kernel.types.MapType) getDataType());
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    RowType struct = (RowType) logicalType;
    RowData[] structs = new RowData[getSize()];
    for (int i = 0; i < structs.length; i++) {
      structs[i] = isNullAt(i) ? null : elements.getRow(i, struct.getFieldCount());
    }
    return new RowFieldVector(
        structs,
        structs.length,
        ordinal,
        struct.getTypeAt(ordinal),
        ((StructType) getDataType()).at(ordinal).getDataType());
  }
}
