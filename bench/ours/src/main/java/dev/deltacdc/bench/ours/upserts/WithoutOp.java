/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

/** The table's columns of a row of the feed. */
final class WithoutOp implements MapFunction<RowData, RowData> {
  private static final long serialVersionUID = 1L;

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
