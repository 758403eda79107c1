/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.event.OrderedBytes;
import dev.deltacdc.job.resolve.KeyedSchema;
import dev.deltacdc.job.resolve.ResolvedTarget;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The key of a view's row as bytes: Flink's keys have no NULL, those of a view may. */
final class KeyBytes implements MapFunction<RowData, RowData> {
  private static final long serialVersionUID = 1L;

  private final int[] fields;
  private final OrderedBytes bytes;

  private KeyBytes(RowType rowType, List<Integer> keys) {
    this.fields = keys.stream().mapToInt(Integer::intValue).toArray();
    this.bytes = OrderedBytes.nullable(keys.stream().<LogicalType>map(rowType::getTypeAt).toList());
  }

  /** Rows with the bytes of their key as the last column. */
  static DataStream<RowData> added(DataStream<RowData> rows, ResolvedTarget target, String uid) {
    return Streams.parallelLike(
        rows,
        rows.map(
                new KeyBytes(target.rowType(), target.keys()),
                InternalTypeInfo.of(KeyedSchema.withKeyColumn(target.rowType())))
            .name(uid + ": key")
            .uid(uid + "/key/bytes"));
  }

  /** The same rows without it. */
  static DataStream<RowData> leftOut(DataStream<RowData> rows, ResolvedTarget target, String uid) {
    int[] columns = IntStream.range(0, target.rowType().getFieldCount()).toArray();
    return Streams.columns(
        rows, columns, target.rowType(), uid + ": columns", uid + "/key/columns");
  }

  @Override
  public RowData map(RowData row) {
    return new JoinedRowData(
        row.getRowKind(), row, GenericRowData.of((Object) bytes.encode(row, fields)));
  }
}
