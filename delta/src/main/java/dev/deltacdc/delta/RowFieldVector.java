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
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * One field of many rows. A row that is null itself (a NULL struct around it) counts as a NULL
 * field.
 */
final class RowFieldVector extends FlinkVector {

  private final RowData[] rows;
  private final int field;
  private final LogicalType logicalType;
  private final boolean timestamp;
  private final int precision;
  private final int scale;

  RowFieldVector(RowData[] rows, int size, int field, LogicalType logicalType, DataType type) {
    super(type, size);
    this.rows = rows;
    this.field = field;
    this.logicalType = logicalType;
    this.timestamp = type instanceof TimestampType || type instanceof TimestampNTZType;
    boolean decimal = type instanceof io.delta.kernel.types.DecimalType;
    this.precision = timestamp || decimal ? LogicalTypeChecks.getPrecision(logicalType) : 0;
    this.scale = decimal ? LogicalTypeChecks.getScale(logicalType) : 0;
  }

  @Override
  public boolean isNullAt(int rowId) {
    return rows[rowId] == null || rows[rowId].isNullAt(field);
  }

  @Override
  public boolean getBoolean(int rowId) {
    return rows[rowId].getBoolean(field);
  }

  @Override
  public byte getByte(int rowId) {
    return rows[rowId].getByte(field);
  }

  @Override
  public short getShort(int rowId) {
    return rows[rowId].getShort(field);
  }

  @Override
  public int getInt(int rowId) {
    return rows[rowId].getInt(field);
  }

  @Override
  public long getLong(int rowId) {
    return timestamp
        ? micros(rows[rowId].getTimestamp(field, precision))
        : rows[rowId].getLong(field);
  }

  @Override
  public float getFloat(int rowId) {
    return rows[rowId].getFloat(field);
  }

  @Override
  public double getDouble(int rowId) {
    return rows[rowId].getDouble(field);
  }

  @Override
  public byte[] getBinary(int rowId) {
    return rows[rowId].getBinary(field);
  }

  @Override
  public String getString(int rowId) {
    return rows[rowId].getString(field).toString();
  }

  @Override
  public BigDecimal getDecimal(int rowId) {
    return rows[rowId].getDecimal(field, precision, scale).toBigDecimal();
  }

  @Override
  public ArrayValue getArray(int rowId) {
    return FlinkValues.array(
        rows[rowId].getArray(field),
        (ArrayType) logicalType,
        (io.delta.kernel.types.ArrayType) getDataType());
  }

  @Override
  public MapValue getMap(int rowId) {
    return FlinkValues.map(
        rows[rowId].getMap(field),
        (MapType) logicalType,
        (io.delta.kernel.types.MapType) getDataType());
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    RowType struct = (RowType) logicalType;
    RowData[] structs = new RowData[getSize()];
    for (int i = 0; i < structs.length; i++) {
      structs[i] = isNullAt(i) ? null : rows[i].getRow(field, struct.getFieldCount());
    }
    return new RowFieldVector(
        structs,
        structs.length,
        ordinal,
        struct.getTypeAt(ordinal),
        ((StructType) getDataType()).at(ordinal).getDataType());
  }
}
