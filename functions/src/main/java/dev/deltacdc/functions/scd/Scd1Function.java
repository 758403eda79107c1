/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.event.ChangeEvent;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * The changes of a current-state table: each ordered event that is not stale is an upsert (INSERT)
 * or a DELETE of its row. A delete may be of a key that the table has not; it has no effect there.
 */
public final class Scd1Function
    implements FlatMapFunction<ChangeEvent, RowData>, ResultTypeQueryable<RowData> {
  private static final long serialVersionUID = 1L;

  private final RowType rowType;

  /** The changes of a table with these columns. */
  public Scd1Function(RowType rowType) {
    this.rowType = requireNonNull(rowType, "rowType");
  }

  @Override
  public void flatMap(ChangeEvent event, Collector<RowData> out) {
    if (event.stale()) {
      return;
    }
    RowData row = event.row();
    if (event.delete()) {
      row.setRowKind(RowKind.DELETE);
    }
    out.collect(row);
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return InternalTypeInfo.of(rowType);
  }
}
