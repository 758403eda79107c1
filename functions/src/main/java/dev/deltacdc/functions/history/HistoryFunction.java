/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.order.RunningTime;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * Keeps the versions of each key and tells how its rows in the history table change: UPDATE_AFTER
 * and DELETE by key and start. For one event it gives first the rows that go, then those that end,
 * then the one that opens; they belong into one commit. UPDATE_BEFORE says that a row is final: no
 * event can change it any more.
 *
 * <p>It takes every accepted event, stale ones too, and decides by the sequence alone. A late event
 * reads all versions of its key; one that is newer than all reads and writes the last one only.
 * Where two events tie, a delete wins, and among upserts the later arrival (semantics: "tie, two
 * upserts", "tie, upsert and delete").
 *
 * <p><b>State</b> per key: the last version, for as long as it is a row (a delete: for the
 * tombstone retention, then nothing is left), and each older version for the late window after it
 * was closed, with a timer for each 64th of the window in which any was. A version is an event, not
 * a row: unchanged tracked columns make no row, but a late event may come between. Measured with
 * BIGINT key and sequence and a row of 24 bytes, in bytes on the heap: 178 per key, 144 per older
 * version, and some 300 for a key that has any; {@link PackedVersion} has the bytes in RocksDB and
 * checkpoints.
 *
 * <p>What is older than the oldest version left is too late: it goes to quarantine and is counted
 * (semantics: "SCD 2 late window").
 */
final class HistoryFunction extends KeyedProcessFunction<RowKey, ChangeEvent, RowData>
    implements CheckpointedFunction, ResultTypeQueryable<RowData> {
  private static final long serialVersionUID = 1L;

  /** Late events that changed rows of the history. */
  static final String CORRECTED = "corrected";

  private final HistoryOptions options;
  private final HistoryRule rule;
  private final ExpiryRule lateWindow;
  private final ExpiryRule tombstone;

  private transient VersionState versions;
  private transient RunningTime time;
  private transient HistoryRows rows;
  private transient TooLateEvents tooLate;
  private transient EventCounters counters;
  private transient EventCounters.Count corrected;

  HistoryFunction(HistoryOptions options) {
    this.options = requireNonNull(options, "options");
    this.rule = new HistoryRule(options);
    this.lateWindow = new ExpiryRule(options.lateWindow());
    boolean shorter = options.tombstoneRetention().compareTo(options.lateWindow()) < 0;
    this.tombstone = new ExpiryRule(shorter ? options.lateWindow() : options.tombstoneRetention());
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    time = RunningTime.restore(getRuntimeContext(), context.getOperatorStateStore());
    versions = new VersionState(context.getKeyedStateStore(), options.rowType());
    counters =
        EventCounters.restore(
            getRuntimeContext(), context.getOperatorStateStore(), Step.table(options.name()));
    corrected = counters.counter(CORRECTED);
    rows = new HistoryRows(options);
    tooLate = new TooLateEvents(options);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    time.snapshot();
    counters.snapshot();
  }

  @Override
  public void processElement(ChangeEvent event, Context context, Collector<RowData> out)
      throws Exception {
    Version version =
        event.delete()
            ? Version.delete(event.sequence(), time.seconds())
            : Version.upsert(event.sequence(), event.row(), event.kept());
    Version last = versions.last();
    if (last == null || last.sequence().compareTo(version.sequence()) < 0) {
      append(last, version, context, out);
    } else {
      insert(last, version, event, context, out);
    }
  }

  /** The newest event of its key. */
  private void append(Version last, Version version, Context context, Collector<RowData> out)
      throws Exception {
    RowData before = last == null ? null : last.values();
    RowData values = rule.values(before, version);
    boolean goesOn = before != null && values != null && rule.goesOn(before, values);
    Sequence start = goesOn ? last.start() : version.sequence();
    if (before != null && !goesOn) {
      HistoryRow ended = new HistoryRow(last.start(), before, version.sequence());
      out.collect(rows.of(RowKind.UPDATE_AFTER, ended));
    }
    if (values != null && !(goesOn && rule.isSame(before, values))) {
      out.collect(rows.of(RowKind.UPDATE_AFTER, new HistoryRow(start, values, null)));
    }
    if (last != null) {
      versions.putOlder(close(last, context));
    }
    setLast(version.asLast(values, values == null ? null : start), context);
  }

  /** An event that others of its key are newer than, or tie with. */
  private void insert(
      Version last, Version version, ChangeEvent event, Context context, Collector<RowData> out)
      throws Exception {
    List<Version> before = versions.inOrder(last);
    int place = place(before, version.sequence());
    Version there = before.get(place);
    boolean ties = version.sequence().equals(there.sequence());
    Version added = ties ? rule.tie(there, version) : version;
    if (ties && added.equals(there)) {
      return;
    }
    if (place == 0 && there.oldest()) {
      context.output(RejectedEvent.TAG, tooLate.reject(event, there, counters));
      return;
    }
    boolean newest = ties && place == before.size() - 1;
    if (!newest) {
      added = close(added, context);
      versions.putOlder(added);
    }
    List<Version> after = new ArrayList<>(before);
    if (ties) {
      after.set(place, added);
    } else {
      after.add(place, added);
    }
    List<HistoryRow> rowsAfter = rule.rows(after);
    boolean changed =
        rule.change(
            rule.rows(before),
            rowsAfter,
            row -> out.collect(rows.of(RowKind.DELETE, row)),
            row -> out.collect(rows.of(RowKind.UPDATE_AFTER, row)));
    if (changed) {
      corrected.increment();
    }
    Version lastAfter = after.get(after.size() - 1);
    if (!lastAfter.isDelete()) {
      HistoryRow open = rowsAfter.get(rowsAfter.size() - 1);
      lastAfter = lastAfter.asLast(open.values(), open.start());
    }
    setLast(lastAfter, context);
  }

  /** Where the sequence stands, or the first one after it; the last sequence is not before it. */
  private static int place(List<Version> versions, Sequence sequence) {
    int place = 0;
    while (versions.get(place).sequence().compareTo(sequence) < 0) {
      place++;
    }
    return place;
  }

  /** Forgets what is out of the late window; a timer may come too early, after downtime. */
  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<RowData> out)
      throws Exception {
    Version last = versions.last();
    if (last == null) {
      return;
    }
    List<Version> inOrder = versions.inOrder(last);
    long elapsed = time.elapsed();
    int forgotten = 0;
    while (forgotten < inOrder.size() - 1
        && lateWindow.isOver(inOrder.get(forgotten).seconds(), elapsed)) {
      forgetFirst(inOrder.subList(forgotten, inOrder.size()), out);
      forgotten++;
    }
    Version first = inOrder.get(forgotten);
    boolean isLast = forgotten == inOrder.size() - 1;
    if (isLast && isForgettable(first) && tombstone.isOver(first.seconds(), elapsed)) {
      versions.clear();
    } else if (isLast) {
      setLast(first, context);
    } else {
      versions.putOlder(first);
      await(lateWindow.end(first.seconds()), context);
    }
  }

  /** Forgets the first of the versions, after which its row may be final. */
  private void forgetFirst(List<Version> inOrder, Collector<RowData> out) throws Exception {
    Version gone = inOrder.get(0);
    Version next = inOrder.get(1);
    RowData before = rule.values(null, gone);
    RowData values = rule.values(before, next);
    boolean goesOn = before != null && values != null && rule.goesOn(before, values);
    if (before != null && !goesOn) {
      HistoryRow ended = new HistoryRow(gone.ownStart(), before, next.sequence());
      out.collect(rows.of(RowKind.UPDATE_BEFORE, ended));
    }
    Sequence start = goesOn ? gone.ownStart() : next.sequence();
    boolean neverARow = before == null && !gone.isBehindFinalRows() && values == null;
    inOrder.set(1, next.asOldest(values, neverARow ? null : start));
    versions.removeOlder(gone);
  }

  private Version close(Version version, Context context) throws Exception {
    Version closed = version.closed(time.seconds());
    await(lateWindow.end(closed.seconds()), context);
    return closed;
  }

  private void setLast(Version version, Context context) throws Exception {
    versions.setLast(version);
    if (isForgettable(version)) {
      await(tombstone.end(version.seconds()), context);
    }
  }

  private boolean isForgettable(Version version) {
    return version.isDelete()
        && !version.isBehindFinalRows()
        && !options.tombstoneRetention().isZero();
  }

  private void await(long elapsedMillis, Context context) {
    context.timerService().registerProcessingTimeTimer(time.wallClockAt(elapsedMillis));
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return InternalTypeInfo.of(options.outputType());
  }
}
