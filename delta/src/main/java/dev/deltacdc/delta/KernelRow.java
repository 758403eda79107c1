/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ColumnVector;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/** A moving view of one row of a batch that Kernel read: no boxing of primitive values. */
final class KernelRow implements RowData {

  private final ColumnVector[] vectors;
  private int row;

  KernelRow(ColumnVector[] vectors) {
    this.vectors = vectors;
  }

  KernelRow at(int row) {
    this.row = row;
    return this;
  }

  /** The row as a value of its own. */
  GenericRowData copy() {
    GenericRowData copy = new GenericRowData(vectors.length);
    for (int i = 0; i < vectors.length; i++) {
      copy.setField(i, KernelValues.value(vectors[i], row));
    }
    return copy;
  }

  @Override
  public int getArity() {
    return vectors.length;
  }

  @Override
  public RowKind getRowKind() {
    return RowKind.INSERT;
  }

  @Override
  public void setRowKind(RowKind kind) {
    throw new UnsupportedOperationException("A row of a table has no other kind than INSERT.");
  }

  @Override
  public boolean isNullAt(int pos) {
    return vectors[pos].isNullAt(row);
  }

  @Override
  public boolean getBoolean(int pos) {
    return vectors[pos].getBoolean(row);
  }

  @Override
  public byte getByte(int pos) {
    return vectors[pos].getByte(row);
  }

  @Override
  public short getShort(int pos) {
    return vectors[pos].getShort(row);
  }

  @Override
  public int getInt(int pos) {
    return vectors[pos].getInt(row);
  }

  @Override
  public long getLong(int pos) {
    return vectors[pos].getLong(row);
  }

  @Override
  public float getFloat(int pos) {
    return vectors[pos].getFloat(row);
  }

  @Override
  public double getDouble(int pos) {
    return vectors[pos].getDouble(row);
  }

  @Override
  public StringData getString(int pos) {
    return StringData.fromString(vectors[pos].getString(row));
  }

  @Override
  public DecimalData getDecimal(int pos, int precision, int scale) {
    return DecimalData.fromBigDecimal(vectors[pos].getDecimal(row), precision, scale);
  }

  @Override
  public TimestampData getTimestamp(int pos, int precision) {
    return KernelValues.timestamp(vectors[pos].getLong(row));
  }

  @Override
  public <T> RawValueData<T> getRawValue(int pos) {
    throw new UnsupportedOperationException("Delta tables have no RAW values.");
  }

  @Override
  public byte[] getBinary(int pos) {
    return vectors[pos].getBinary(row);
  }

  @Override
  public ArrayData getArray(int pos) {
    return (ArrayData) KernelValues.value(vectors[pos], row);
  }

  @Override
  public MapData getMap(int pos) {
    return (MapData) KernelValues.value(vectors[pos], row);
  }

  @Override
  public RowData getRow(int pos, int numFields) {
    return (RowData) KernelValues.value(vectors[pos], row);
  }

  @Override
  public Variant getVariant(int pos) {
    throw new UnsupportedOperationException("VARIANT columns cannot be read yet.");
  }
}
