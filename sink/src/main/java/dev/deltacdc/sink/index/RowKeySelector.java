/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Takes the {@link RowKey} from a row. Each field is self-delimiting, so ("a","bc") and ("ab","c")
 * differ; -0.0 equals 0.0 and every NaN equals every other. NULL is a value like any other here:
 * whoever forbids NULL keys does so before the sink. Only in a partition column NULL equals the
 * empty text: the log cannot tell them apart, so a key from the table could not either.
 */
public final class RowKeySelector implements KeySelector<RowData, RowKey> {
  private static final long serialVersionUID = 1L;

  private final int[] indexes;
  private final LogicalType[] types;
  private final boolean[] nullIsEmpty;
  private transient DataOutputSerializer out;

  /** For a table without partitions. */
  public RowKeySelector(RowType rowType, List<String> keyColumns) {
    this(rowType, keyColumns, List.of());
  }

  public RowKeySelector(RowType rowType, List<String> keyColumns, List<String> partitionColumns) {
    indexes = keyColumns.stream().mapToInt(rowType::getFieldIndex).toArray();
    types = new LogicalType[indexes.length];
    nullIsEmpty = new boolean[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      if (indexes[i] < 0) {
        throw new IllegalArgumentException(
            "Key column '"
                + keyColumns.get(i)
                + "' is not a column of the table. Columns: "
                + String.join(", ", rowType.getFieldNames()));
      }
      types[i] = rowType.getTypeAt(indexes[i]);
      requireKeyType(keyColumns.get(i), types[i]);
      nullIsEmpty[i] =
          partitionColumns.contains(keyColumns.get(i))
              && types[i].is(LogicalTypeFamily.CHARACTER_STRING);
    }
  }

  @Override
  public RowKey getKey(RowData row) throws IOException {
    if (out == null) {
      out = new DataOutputSerializer(64);
    }
    for (int i = 0; i < indexes.length; i++) {
      if (row.isNullAt(indexes[i])) {
        if (nullIsEmpty[i]) {
          out.writeByte(1);
          write(new byte[0]);
        } else {
          out.writeByte(0);
        }
      } else {
        out.writeByte(1);
        write(row, indexes[i], types[i]);
      }
    }
    RowKey key = new RowKey(out.getCopyOfBuffer());
    out.clear();
    return key;
  }

  private void write(RowData row, int index, LogicalType type) throws IOException {
    switch (type.getTypeRoot()) {
      case BOOLEAN -> out.writeBoolean(row.getBoolean(index));
      case TINYINT -> out.writeByte(row.getByte(index));
      case SMALLINT -> out.writeShort(row.getShort(index));
      case INTEGER, DATE -> out.writeInt(row.getInt(index));
      case BIGINT -> out.writeLong(row.getLong(index));
      case FLOAT -> out.writeInt(Float.floatToIntBits(row.getFloat(index) + 0.0f));
      case DOUBLE -> out.writeLong(Double.doubleToLongBits(row.getDouble(index) + 0.0d));
      case CHAR, VARCHAR -> write(row.getString(index).toBytes());
      case BINARY, VARBINARY -> write(row.getBinary(index));
      case DECIMAL ->
          write(
              row.getDecimal(
                      index, LogicalTypeChecks.getPrecision(type), LogicalTypeChecks.getScale(type))
                  .toUnscaledBytes());
      default -> {
        TimestampData time = row.getTimestamp(index, LogicalTypeChecks.getPrecision(type));
        out.writeLong(time.getMillisecond());
        VarInts.write(time.getNanoOfMillisecond(), out);
      }
    }
  }

  private void write(byte[] bytes) throws IOException {
    VarInts.write(bytes.length, out);
    out.write(bytes);
  }

  private static void requireKeyType(String column, LogicalType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          DATE,
          BIGINT,
          FLOAT,
          DOUBLE,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DECIMAL,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {}
      default ->
          throw new IllegalArgumentException(
              "Key column '"
                  + column
                  + "' has type "
                  + type
                  + ", which has no equality to key by. Use a scalar column, or give the sink a key"
                  + " selector.");
    }
  }
}
