/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.nulls.RowLeaves;
import dev.deltacdc.functions.order.ExpiryRule;
import dev.deltacdc.functions.order.Tombstones;
import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * The changes of a current-state table of which a flow ignores NULLs; other tables need no more
 * than {@link Scd1Function}. Takes every ordered event, stale ones too: a late upsert fills what no
 * newer event has set, a late delete resets what older ones had. What decides is {@link MergeRule}.
 * Out come an UPDATE_AFTER with the whole row when it changed, and a DELETE when it goes.
 *
 * <p><b>State</b>, one {@link MergedRowState} per key, beside the one of the order operator. A row
 * that one event has set takes its binary row and, with a BIGINT sequence, 10 bytes; one that
 * {@code n} events have set, 2 + 9n bytes and one per leaf. The sequence of its last delete is kept
 * as long as the row lives, so that no older event fills it: 9 bytes more. A tombstone takes 13. On
 * the heap each takes 32 more, and its key some 100.
 *
 * <p>A tombstone lives for its retention, by a clock of this operator that runs like the one of the
 * order operator. One of the two may forget a delete first: a stale event of a key that is not
 * known here is older than a delete, and has no effect.
 */
public final class Scd1MergeFunction extends KeyedProcessFunction<RowKey, ChangeEvent, RowData>
    implements CheckpointedFunction, ResultTypeQueryable<RowData> {
  private static final long serialVersionUID = 1L;

  private final RowType rowType;
  private final int leaves;
  private final MergeRule rule;
  private final ExpiryRule tombstoneRule;
  private final OutputTag<ChangeEvent> events;

  private transient RowDataSerializer rows;
  private transient LeafMigration migration;
  private transient ValueState<MergedRowState> state;
  private transient Tombstones tombstones;

  /**
   * The changes of a table.
   *
   * @param rowType its columns
   * @param tombstoneRetention how long deletes are remembered, zero for ever: that of the order
   *     operator
   */
  public Scd1MergeFunction(RowType rowType, Duration tombstoneRetention) {
    this.rowType = requireNonNull(rowType, "rowType");
    this.leaves = RowLeaves.of(rowType).count();
    this.rule = MergeRule.of(rowType);
    this.tombstoneRule = ExpiryRule.exact(tombstoneRetention);
    this.events = events(rowType);
  }

  /**
   * The side output that has the same changes as events: the row as it is then, with the greatest
   * sequence known of it. Among events that tie the later one is right.
   */
  public static OutputTag<ChangeEvent> events(RowType rowType) {
    return new OutputTag<>("events", ChangeEventTypeInfo.of(rowType));
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    rows = new RowDataSerializer(rowType);
    migration = new LeafMigration(new ColumnMigration(rowType));
    state =
        context
            .getKeyedStateStore()
            .getState(new ValueStateDescriptor<>("row", new MergedRowSerializer(rowType)));
    tombstones =
        Tombstones.restore(tombstoneRule, getRuntimeContext(), context.getOperatorStateStore());
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    tombstones.snapshot();
  }

  @Override
  public void processElement(ChangeEvent event, Context context, Collector<RowData> out)
      throws Exception {
    MergedRow before = known();
    if (before == null && event.stale()) {
      return;
    }
    MergedRow after =
        event.delete()
            ? rule.delete(before, event.sequence(), tombstones.now())
            : rule.upsert(before, event);
    if (after == null) {
      return;
    }
    if (after.isTombstone()) {
      state.update(MergedRowState.pack(after, rows));
      tombstones.awaitEnd(after.deletedSeconds(), context.timerService());
      // Where nothing is known the table may have the row even so: state can be lost.
      if (before == null || !before.isTombstone()) {
        emit(RowKind.DELETE, event.row(), out);
        context.output(events, ChangeEvent.delete(event.row(), event.sequence()));
      }
    } else {
      BinaryRowData row = rows.toBinaryRow(after.row()).copy();
      row.setRowKind(RowKind.INSERT);
      state.update(MergedRowState.pack(after.with(row), rows));
      // By bytes: values that are only equal, such as 0.0 and -0.0, must not depend on arrival.
      if (before == null || !row.equals(before.row())) {
        emit(RowKind.UPDATE_AFTER, row, out);
        context.output(events, ChangeEvent.upsert(row, after.newest()));
      }
    }
  }

  private static void emit(RowKind kind, RowData row, Collector<RowData> out) {
    row.setRowKind(kind);
    out.collect(row);
  }

  /** Forgets a tombstone whose time is over. */
  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<RowData> out)
      throws Exception {
    MergedRow known = known();
    if (known != null
        && known.isTombstone()
        && !tombstones.awaitEnd(known.deletedSeconds(), context.timerService())) {
      state.clear();
    }
  }

  @Nullable
  private MergedRow known() throws Exception {
    MergedRowState packed = state.value();
    return packed == null ? null : migration.apply(packed).unpack(rowType.getFieldCount(), leaves);
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return InternalTypeInfo.of(rowType);
  }
}
