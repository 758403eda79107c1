/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.changes;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * A current-state table as the changes of its rows, for queries that go by rows: INSERT, a pair of
 * UPDATE_BEFORE and UPDATE_AFTER, DELETE. An event that leaves its row as it is gives nothing.
 *
 * <p><b>State</b> per key: its row, as long as the table has it, as {@link ChangeFeed}.
 */
public final class TableRows extends KeyedProcessFunction<RowKey, ChangeEvent, RowData>
    implements ResultTypeQueryable<RowData> {
  private static final long serialVersionUID = 1L;

  private final RowType rowType;

  private transient ColumnMigration migration;
  private transient ValueState<KnownRow> state;

  TableRows(RowType rowType) {
    this.rowType = requireNonNull(rowType, "rowType");
  }

  /**
   * Adds the operator.
   *
   * @param events those that change the table, partitioned by {@link RowKeySelector} of its keys in
   *     the order in which they do; stale ones have no effect
   * @param keys the positions of the key among the columns, in the order of KEYS
   * @param uid prefix of the operator's uid
   */
  public static SingleOutputStreamOperator<RowData> apply(
      DataStream<ChangeEvent> events, RowType rowType, List<Integer> keys, String uid) {
    return DataStreamUtils.reinterpretAsKeyedStream(
            events, RowKeySelector.of(rowType, keys).forEvents(), RowKeyTypeInfo.INSTANCE)
        .process(new TableRows(rowType))
        .setParallelism(events.getParallelism())
        .name(uid + ": rows")
        .uid(uid + "/rows");
  }

  @Override
  public void open(OpenContext context) {
    migration = new ColumnMigration(rowType);
    state =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("row", new KnownRowSerializer(rowType)));
  }

  @Override
  public void processElement(ChangeEvent event, Context context, Collector<RowData> out)
      throws Exception {
    if (event.stale()) {
      return;
    }
    KnownRow known = state.value();
    KnownRow before = known == null ? null : known.migrated(migration);
    if (event.delete()) {
      if (before != null) {
        state.clear();
        out.collect(row(RowKind.DELETE, before));
      }
      return;
    }
    KnownRow after = KnownRow.of(migration.rows().toBinaryRow(event.row()));
    if (after.equals(before)) {
      return;
    }
    state.update(after);
    if (before != null) {
      out.collect(row(RowKind.UPDATE_BEFORE, before));
    }
    out.collect(row(before == null ? RowKind.INSERT : RowKind.UPDATE_AFTER, after));
  }

  /** A copy: the kind is in a row's bytes, and those in state are compared with the next row's. */
  private RowData row(RowKind kind, KnownRow known) {
    RowData row = known.row(rowType.getFieldCount()).copy();
    row.setRowKind(kind);
    return row;
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return InternalTypeInfo.of(rowType);
  }
}
