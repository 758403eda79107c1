/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.reject;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;

/**
 * The table of rejected events: an upsert table keyed by (flow, source, position), so that a feed
 * that is read again does not double it.
 */
public final class QuarantineTable {
  /** The column that tells from which source an event came. */
  public static final String SOURCE = "source";

  /** Its columns. */
  public static final RowType ROW_TYPE =
      new RowType(
          true,
          List.of(
              new RowType.RowField("flow", string()),
              new RowType.RowField(SOURCE, string()),
              new RowType.RowField("position", string()),
              new RowType.RowField("reason", string()),
              new RowType.RowField("message", string()),
              new RowType.RowField("raw", new VarBinaryType(VarBinaryType.MAX_LENGTH)),
              new RowType.RowField("time", new LocalZonedTimestampType(6))));

  /** Its key columns. */
  public static final List<String> KEY = List.of("flow", SOURCE, "position");

  private QuarantineTable() {}

  /** The row of a rejected event: an upsert. */
  public static RowData row(RejectedEvent event) {
    return GenericRowData.ofKind(
        RowKind.UPDATE_AFTER,
        StringData.fromString(event.flow()),
        StringData.fromString(event.source()),
        StringData.fromString(event.position()),
        StringData.fromString(event.reason()),
        StringData.fromString(event.message()),
        event.raw(),
        event.timeMillis() == null ? null : TimestampData.fromEpochMillis(event.timeMillis()));
  }

  private static LogicalType string() {
    return new VarCharType(VarCharType.MAX_LENGTH);
  }
}
