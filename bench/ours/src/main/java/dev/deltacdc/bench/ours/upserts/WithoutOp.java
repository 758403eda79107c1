/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** The table's columns of a row of the feed. */
final class WithoutOp implements MapFunction<RowData, RowData> {
  private static final long serialVersionUID = 1L;

  /** Of the table. */
  static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            VarCharType.STRING_TYPE,
            VarCharType.STRING_TYPE,
            new IntType(),
            new DoubleType(),
            new BigIntType(),
            new LocalZonedTimestampType(6)
          },
          new String[] {"id", "name", "stock", "price", "seq", "updated_at"});

  /** The place of the sequence in the table's rows. */
  static final int SEQUENCE = 4;

  @Override
  public RowData map(RowData row) {
    return GenericRowData.of(
        row.getString(0),
        row.getString(1),
        row.getInt(2),
        row.getDouble(3),
        row.getLong(5),
        row.getTimestamp(6, 6));
  }
}
