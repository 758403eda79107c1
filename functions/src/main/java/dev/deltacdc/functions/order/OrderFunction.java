/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.ContentHash;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.Truncate;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;

/**
 * Puts the events of each key in order: every accepted one goes on, marked as stale when a newer
 * one was there before; exact duplicates stop here. What decides is {@link OrderRule}.
 *
 * <p><b>State</b>, one {@link OrderEntry} per key, for as long as the row lives. Measured with a
 * BIGINT key and a BIGINT sequence, in bytes per key: 158 on the heap, 27 as written by RocksDB and
 * checkpoints (9 key, 18 entry; 31 for a tombstone). Keys that were deleted keep a tombstone for
 * its retention and one processing-time timer each; keys that live have no timers. A key that is
 * deleted and comes back leaves its timer until it fires.
 *
 * <p><b>Truncates</b> are broadcast state, for ever. Each is a delete of every key: one goes out
 * for each key in state, and one with each event that arrives behind its truncate, so that a
 * snapshot sees it whichever came first. Truncated keys leave the state at once. No tombstone is
 * needed: the greatest truncate keeps their older events out, whose redelivery changes nothing
 * although it isn't recognised as a duplicate, and newer ones start anew, as those of an unknown
 * key. Only where a snapshot reads the target, or a flow ignores NULLs, they keep a tombstone, as
 * deleted keys do, so that a truncate that arrives behind a newer one finds them: it may be the
 * earlier one on the calendar.
 *
 * <p>Counts: {@link Counts#APPLIED} (of which {@link Counts#DELETED}) + {@link Counts#STALE} +
 * {@link Counts#DUPLICATE} = the events that came in; {@link Counts#OUT_OF_ORDER}, {@link
 * Counts#GREATEST_LATENESS}, {@link Counts#TIES}.
 */
public final class OrderFunction extends KeyedProcessFunction<RowKey, ChangeEvent, ChangeEvent>
    implements CheckpointedFunction, ResultTypeQueryable<ChangeEvent> {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final RowType rowType;
  private final ContentHash contents;
  private final Lateness lateness;
  private final ExpiryRule tombstoneRule;
  private final TruncateDeletes deletes;

  private transient ValueState<OrderEntry> last;
  private transient Tombstones tombstones;
  private transient OperatorStateStore operatorState;
  private transient Truncates truncates;
  private transient EventCounters counters;
  private transient EventCounters.Count applied;
  private transient EventCounters.Count deleted;
  private transient EventCounters.Count stale;
  private transient EventCounters.Count duplicates;
  private transient EventCounters.Count outOfOrder;
  private transient EventCounters.Count ties;

  /** The order of a target's events. */
  public OrderFunction(OrderOptions options) {
    this.name = options.name();
    this.rowType = options.rowType();
    this.contents = ContentHash.of(rowType);
    this.lateness = Lateness.of(options.sequenceTypes());
    this.tombstoneRule = ExpiryRule.exact(options.tombstoneRetention());
    this.deletes = new TruncateDeletes(options);
  }

  /** The state of a key. */
  static ValueStateDescriptor<OrderEntry> lastEvents() {
    return new ValueStateDescriptor<>("order", OrderEntrySerializer.INSTANCE);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    last = context.getKeyedStateStore().getState(lastEvents());
    operatorState = context.getOperatorStateStore();
    tombstones = Tombstones.restore(tombstoneRule, getRuntimeContext(), operatorState);
    truncates = Truncates.restore(operatorState);
    counters = EventCounters.restore(getRuntimeContext(), operatorState, Step.table(name));
    applied = counters.counter(Counts.APPLIED);
    deleted = counters.counter(Counts.DELETED);
    stale = counters.counter(Counts.STALE);
    duplicates = counters.counter(Counts.DUPLICATE);
    outOfOrder = counters.counter(Counts.OUT_OF_ORDER);
    ties = counters.counter(Counts.TIES);
    if (lateness.isMeasurable()) {
      counters.greatest(Counts.GREATEST_LATENESS, 0);
    }
  }

  /** Whether there was state of this operator itself, in this subtask or in others. */
  boolean isRestored() {
    return tombstones.isRestored();
  }

  /** Takes a row of the table for the last event of the current key. */
  void remember(Sequence sequence) throws Exception {
    last.update(OrderEntry.fromTable(sequence));
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    tombstones.snapshot();
    truncates.snapshot(operatorState);
    counters.snapshot();
  }

  @Override
  public void processElement(ChangeEvent event, Context context, Collector<ChangeEvent> out)
      throws Exception {
    OrderEntry before = last.value();
    Truncate truncate = truncates.removing(event.sequence());
    if (truncate != null) {
      applyTruncated(event, before, truncate, context, out);
      return;
    }
    long hash = contents.hash(event);
    switch (OrderRule.judge(before, event.sequence(), hash, event.delete())) {
      case NEWER -> apply(event, hash, context, out);
      case TIE_WON -> {
        ties.increment();
        apply(event, hash, context, out);
      }
      case TIE_LOST -> {
        ties.increment();
        stale.increment();
        out.collect(event.asStale());
      }
      case STALE -> {
        if (!before.isFromTable()) {
          countOutOfOrder(before.sequence(), event.sequence());
        }
        stale.increment();
        out.collect(event.asStale());
      }
      case DUPLICATE -> duplicates.increment();
    }
  }

  /**
   * An event that a truncate before it removes. Of a key that is not known the delete comes first,
   * and not as stale: a snapshot ignores the stale events of ids that it hasn't heard of, and a row
   * that outlived the state goes.
   */
  private void applyTruncated(
      ChangeEvent event,
      @Nullable OrderEntry before,
      Truncate truncate,
      Context context,
      Collector<ChangeEvent> out)
      throws Exception {
    stale.increment();
    ChangeEvent delete = deletes.of(context.getCurrentKey(), truncate, event.row());
    if (before == null || before.compareSequence(truncates.end()) < 0) {
      out.collect(delete);
      out.collect(event.asStale());
      forget(context.timerService());
      return;
    }
    if (!before.isFromTable() && before.compareSequence(truncates.end()) > 0) {
      countOutOfOrder(before.sequence(), event.sequence());
    }
    out.collect(event.asStale());
    if (deletes.ofAllKeys()) {
      out.collect(delete.asStale());
    }
  }

  /** Takes a truncate; whether the keys have to be walked for it. */
  boolean learn(Truncate truncate) {
    return truncates.add(truncate);
  }

  /**
   * Truncates the current key: one step of a walk.
   *
   * @return what goes out, or null
   */
  @Nullable
  ChangeEvent truncate(RowKey key, Truncate truncate, TimerService timers) throws Exception {
    OrderEntry entry = last.value();
    if (entry == null) {
      return null;
    }
    ChangeEvent delete = deletes.of(key, truncate);
    boolean removes = entry.compareSequence(delete.sequence()) < 0;
    if (removes) {
      forget(timers);
    }
    if (removes && !entry.isTombstone()) {
      return delete;
    }
    return deletes.ofAllKeys() ? delete.asStale() : null;
  }

  /** Forgets the current key as far as the greatest truncate answers for it. */
  private void forget(TimerService timers) throws Exception {
    if (deletes.ofAllKeys()) {
      bury(truncates.end(), 0, timers);
    } else {
      last.clear();
    }
  }

  /** Of events only: a row of the table doesn't tell that the source disordered anything. */
  private void countOutOfOrder(Sequence newer, Sequence late) {
    outOfOrder.increment();
    if (lateness.isMeasurable()) {
      counters.greatest(Counts.GREATEST_LATENESS, lateness.between(newer, late));
    }
  }

  private void apply(ChangeEvent event, long hash, Context context, Collector<ChangeEvent> out)
      throws Exception {
    if (event.delete()) {
      deleted.increment();
      bury(event.sequence(), hash, context.timerService());
    } else {
      last.update(OrderEntry.upsert(event.sequence(), hash));
    }
    applied.increment();
    out.collect(event);
  }

  private void bury(Sequence sequence, long hash, TimerService timers) throws Exception {
    int arrived = tombstones.now();
    last.update(OrderEntry.tombstone(sequence, hash, arrived));
    tombstones.awaitEnd(arrived, timers);
  }

  /** Forgets a tombstone whose time is over. */
  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<ChangeEvent> out)
      throws Exception {
    OrderEntry entry = last.value();
    if (entry != null
        && entry.isTombstone()
        && !tombstones.awaitEnd(entry.arrivedSeconds(), context.timerService())) {
      last.clear();
    }
  }

  @Override
  public TypeInformation<ChangeEvent> getProducedType() {
    return ChangeEventTypeInfo.of(rowType);
  }
}
