/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructType;
import java.math.BigDecimal;
import javax.annotation.Nullable;

/** A partition column: one value for all rows of a file. */
record ConstantVector(DataType type, @Nullable Object value, int size) implements ColumnVector {

  @Override
  public DataType getDataType() {
    return type;
  }

  @Override
  public int getSize() {
    return size;
  }

  @Override
  public void close() {}

  @Override
  public boolean isNullAt(int rowId) {
    return value == null;
  }

  @Override
  public boolean getBoolean(int rowId) {
    return (Boolean) value;
  }

  @Override
  public byte getByte(int rowId) {
    return (Byte) value;
  }

  @Override
  public short getShort(int rowId) {
    return (Short) value;
  }

  @Override
  public int getInt(int rowId) {
    return (Integer) value;
  }

  @Override
  public long getLong(int rowId) {
    return (Long) value;
  }

  @Override
  public float getFloat(int rowId) {
    return (Float) value;
  }

  @Override
  public double getDouble(int rowId) {
    return (Double) value;
  }

  @Override
  public byte[] getBinary(int rowId) {
    return (byte[]) value;
  }

  @Override
  public String getString(int rowId) {
    return (String) value;
  }

  @Override
  public BigDecimal getDecimal(int rowId) {
    return (BigDecimal) value;
  }

  /** Of a NULL struct. */
  @Override
  public ColumnVector getChild(int ordinal) {
    return new ConstantVector(((StructType) type).at(ordinal).getDataType(), null, size);
  }
}
