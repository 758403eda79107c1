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
import dev.deltacdc.functions.order.ExpiryRule;
import dev.deltacdc.functions.order.RunningTime;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.util.List;
import javax.annotation.Nullable;
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
import org.apache.flink.util.OutputTag;

/**
 * Keeps the versions of each key and tells how its rows in the history table change: UPDATE_AFTER
 * and DELETE by key and start. For one event it gives first the rows that go, then those that end,
 * then the one that opens; they belong into one commit. UPDATE_BEFORE says that a row is final: no
 * event can change it any more. Those that read the table get each change with the row from before
 * it, in {@link HistoryTable#rows}.
 *
 * <p>It takes every accepted event, stale ones too, and decides by the sequence alone. One that is
 * newer than all of its key reads and writes the last version only. A late event finds its place
 * along the {@link VersionLinks}: it reads the versions beside it, those after it whose rows it
 * changes, and of the others a number that grows with the logarithm of theirs. Where two events
 * tie, a delete wins, and among upserts the later arrival (semantics: "tie, two upserts", "tie,
 * upsert and delete").
 *
 * <p><b>State</b> per key: the last version, for as long as it is a row (a delete: for the
 * tombstone retention, then nothing is left), and each older version for the late window after it
 * was closed, with a timer for each 64th of the window in which any was. A version is an event, not
 * a row: unchanged tracked columns make no row, but a late event may come between. Measured with
 * BIGINT key and sequence and a row of 24 bytes, in bytes on the heap: 168 per key, 167 per older
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

  private static final Sequence BEFORE_ALL = Sequence.of(new byte[0]);

  private final HistoryOptions options;
  private final @Nullable OutputTag<RowData> readers;
  private final HistoryRule rule;
  private final ExpiryRule lateWindow;
  private final ExpiryRule tombstone;

  private transient VersionState versions;
  private transient VersionLinks links;
  private transient RunningTime time;
  private transient HistoryRows rows;
  private transient TooLateEvents tooLate;
  private transient EventCounters counters;
  private transient EventCounters.Count corrected;

  /**
   * @param read whether queries read the table
   */
  HistoryFunction(HistoryOptions options, boolean read) {
    this.options = requireNonNull(options, "options");
    this.readers = read ? HistoryTable.rows(options) : null;
    this.rule = new HistoryRule(options);
    this.lateWindow = ExpiryRule.inSteps(options.lateWindow());
    boolean shorter = options.tombstoneRetention().compareTo(options.lateWindow()) < 0;
    this.tombstone =
        ExpiryRule.inSteps(shorter ? options.lateWindow() : options.tombstoneRetention());
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    time = RunningTime.restore(getRuntimeContext(), context.getOperatorStateStore());
    versions = new VersionState(context.getKeyedStateStore(), options, rule);
    links = new VersionLinks(versions);
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
    HistoryOutput output =
        new HistoryOutput(
            rows, out::collect, readers == null ? null : row -> context.output(readers, row));
    Version last = versions.last();
    if (last == null || last.sequence().compareTo(version.sequence()) < 0) {
      append(last, version, context, output);
    } else {
      insert(last, version, event, context, output);
    }
  }

  /** The newest event of its key. */
  private void append(@Nullable Version last, Version version, Context context, HistoryOutput out)
      throws Exception {
    Version added = rule.follow(last, version);
    HistoryRow open =
        last == null || last.isDelete() ? null : new HistoryRow(last.start(), last.row(), null);
    if (added.goesOnWith(last)) {
      if (!rule.isSame(last, added)) {
        out.update(open, new HistoryRow(added.start(), added.row(), null));
      }
    } else {
      if (open != null) {
        out.update(open, open.closedAt(added.sequence()));
      }
      if (!added.isDelete()) {
        out.insert(new HistoryRow(added.start(), added.row(), null));
      }
    }
    if (last == null) {
      versions.setLast(added);
    } else {
      links.append(close(last, context), added);
    }
    awaitForgetting(added, context);
  }

  /** An event that others of its key are newer than, or tie with. */
  private void insert(
      Version last, Version version, ChangeEvent event, Context context, HistoryOutput out)
      throws Exception {
    VersionWalk walk = links.walk(last, version.sequence());
    Version there = walk.next();
    boolean ties = version.sequence().equals(there.sequence());
    Version added = ties ? rule.tie(there, version) : version;
    if (ties && added.equals(there)) {
      return;
    }
    if (there.oldest()) {
      context.output(RejectedEvent.TAG, tooLate.reject(event, there, counters));
      return;
    }
    Version before = links.before(there);
    added = rule.follow(before, added);
    Version lastAfter = last;
    if (ties && isSameEvent(there, last)) {
      lastAfter = added.linked(there.links());
      versions.setLast(lastAfter);
      awaitForgetting(lastAfter, context);
    } else if (ties) {
      versions.put(close(added, context).linked(there.links()));
    } else {
      lastAfter = links.insert(last, close(added, context), walk.descent());
    }
    correct(before, ties ? there : null, added, lastAfter, out);
  }

  /**
   * Corrects the rows, and the versions after one that is new.
   *
   * @param before the version before it, or null
   * @param was the version in its place, or null
   */
  private void correct(
      @Nullable Version before,
      @Nullable Version was,
      Version added,
      Version last,
      HistoryOutput out)
      throws Exception {
    PlacedRows old = new PlacedRows();
    PlacedRows now = new PlacedRows();
    if (before != null) {
      old.add(before);
      now.add(before);
    }
    if (was != null) {
      old.add(was);
    }
    now.add(added);
    follow(added, last, old, now);
    if (rule.change(old.rows(), now.rows(), out)) {
      corrected.increment();
    }
  }

  /** Writes the versions after one that are not any more what they were. */
  private void follow(Version added, Version last, PlacedRows old, PlacedRows now)
      throws Exception {
    VersionWalk walk = links.walk(last, added.sequence().next());
    Version reached = added;
    for (Version next = walk.next(); next != null; next = walk.next()) {
      Version follows = rule.follow(reached, next);
      if (rule.isSame(next, follows)) {
        old.end(next);
        now.end(next);
        return;
      }
      if (isSameEvent(next, last)) {
        versions.setLast(follows);
      } else {
        versions.put(follows);
      }
      old.add(next);
      now.add(follows);
      reached = follows;
    }
  }

  /** Forgets what is out of the late window; a timer may come too early, after downtime. */
  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<RowData> out)
      throws Exception {
    Version last = versions.last();
    if (last == null) {
      return;
    }
    long elapsed = time.elapsed();
    VersionWalk walk = links.walk(last, BEFORE_ALL);
    Version kept = walk.next();
    while (!isSameEvent(kept, last) && lateWindow.isOver(kept.seconds(), elapsed)) {
      kept = forget(kept, walk.next(), out);
    }
    if (!isSameEvent(kept, last)) {
      versions.put(kept.linked(List.of()));
      await(lateWindow.end(kept.seconds()), context);
    } else if (isForgettable(kept) && tombstone.isOver(kept.seconds(), elapsed)) {
      versions.clear();
    } else {
      versions.setLast(kept.linked(List.of()));
      awaitForgetting(kept, context);
    }
  }

  private static boolean isSameEvent(Version one, Version other) {
    return one.sequence().equals(other.sequence());
  }

  /** Forgets the oldest version, after which its row may be final; returns the next one. */
  private Version forget(Version gone, Version next, Collector<RowData> out) throws Exception {
    boolean goesOn = next.goesOnWith(gone);
    if (!gone.isDelete() && !goesOn) {
      HistoryRow ended = new HistoryRow(gone.start(), gone.row(), next.sequence());
      out.collect(rows.of(RowKind.UPDATE_BEFORE, ended));
    }
    versions.removeOldest(gone);
    boolean neverARow = gone.isDelete() && !gone.isBehindFinalRows() && next.isDelete();
    Sequence own = goesOn ? next.start() : next.sequence();
    return next.asOldest(neverARow ? null : own);
  }

  private Version close(Version version, Context context) throws Exception {
    Version closed = version.closed(time.seconds());
    await(lateWindow.end(closed.seconds()), context);
    return closed;
  }

  private void awaitForgetting(Version last, Context context) {
    if (isForgettable(last)) {
      await(tombstone.end(last.seconds()), context);
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
