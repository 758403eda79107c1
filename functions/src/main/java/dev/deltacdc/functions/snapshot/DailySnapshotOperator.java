/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import java.util.List;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * Keeps each id's versions, walks the ids when a day is written, and corrects written days when an
 * event changes them (semantics: "Daily snapshots"). No timer per id and day.
 *
 * <p>A walk emits rows as it goes; it holds the keys of the subtask, never their rows. It is one
 * step: no event and no barrier comes between. A repeated walk (after a failure) gives the same
 * rows again, which upsert.
 *
 * <p>State per id: the versions of the late window and the one before it, some 30 bytes and the row
 * each. An id that was deleted long before the window leaves the state; a stale event of an id
 * without state is therefore older than that delete, and is ignored.
 */
final class DailySnapshotOperator extends AbstractStreamOperator<RowData>
    implements TwoInputStreamOperator<ChangeEvent, AnnouncedMark, RowData>, BoundedMultiInput {
  private static final long serialVersionUID = 1L;

  private final DailySnapshotOptions options;
  private final String name;
  private final SnapshotRule rule;

  private transient VersionRows rows;
  private transient KeyGroupMarks marks;
  private transient ValueStateDescriptor<KeyVersions> descriptor;
  private transient ValueState<KeyVersions> state;
  private transient SnapshotCounters counters;

  private transient long inputWatermark;
  private transient boolean inputIdle;
  private transient int openInputs;
  private transient long emittedWatermark;

  DailySnapshotOperator(DailySnapshotOptions options, String name) {
    this.options = options;
    this.name = name;
    this.rule = SnapshotRule.of(options);
  }

  @Override
  protected boolean isUsingCustomRawKeyedState() {
    return true;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    // No timers here; a timer service that keeps its timers on the heap beside RocksDB would want
    // the raw keyed state for itself.
    timeServiceManager = null;
    rows = new VersionRows(options);
    descriptor =
        new ValueStateDescriptor<>("versions", new KeyVersionsSerializer(options.rowType()));
    state = context.getKeyedStateStore().getState(descriptor);
    AbstractKeyedStateBackend<RowKey> backend = backend();
    marks = new KeyGroupMarks(backend.getKeyGroupRange(), backend.getNumberOfKeyGroups());
    if (context.isRestored()) {
      marks.read(context.getRawKeyedStateInputs());
    }
    counters =
        SnapshotCounters.restore(
            getRuntimeContext(), context.getOperatorStateStore(), Step.table(name));
    inputWatermark = Long.MIN_VALUE;
    emittedWatermark = Long.MIN_VALUE;
    openInputs = 2;
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    counters.snapshot();
    marks.write(context.getRawKeyedOperatorStateOutput());
  }

  @Override
  public void processElement1(StreamRecord<ChangeEvent> element) throws Exception {
    ChangeEvent event = element.getValue();
    KeyVersions packed = state.value();
    if (packed == null && event.stale()) {
      return;
    }
    List<Version> before = packed == null ? List.of() : rows.unpack(packed);
    Version version = rows.version(event);
    DayMark mark = marks.of(getCurrentKey());
    int windowStart = mark.windowStart(options.lateDays());
    if (Math.max(version.day(), mark.firstDay()) < windowStart) {
      counters.tooLate();
    }
    if (version.day() < windowStart && mark.isBehind(windowStart)) {
      version = version.from(windowStart);
    }
    List<Version> after = VersionRule.add(before, version, options.deleteWins());
    if (after != before) {
      if (mark.hasWritten()) {
        correct(before, after, mark, Math.max(version.day(), windowStart));
      }
      store(pruned(after, mark));
    }
  }

  @Override
  public void processElement2(StreamRecord<AnnouncedMark> element) throws Exception {
    int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    marks.add(element.getValue().mark(), element.getValue().wasIdle(subtask));
    reachMarks();
  }

  @Override
  public void processWatermark1(Watermark watermark) throws Exception {
    inputWatermark = watermark.getTimestamp();
    reachMarks();
  }

  @Override
  public void processWatermark2(Watermark watermark) {
    // Days are closed by marks.
  }

  @Override
  protected void processWatermarkStatus(WatermarkStatus status, int input) throws Exception {
    if (input == 0) {
      inputIdle = status.isIdle();
      reachMarks();
    }
  }

  @Override
  public void endInput(int input) throws Exception {
    if (input == 1) {
      inputWatermark = Long.MAX_VALUE;
      reachMarks();
    }
    openInputs--;
    if (openInputs == 0) {
      output.emitWatermark(Watermark.MAX_WATERMARK);
    }
  }

  /** For tests. */
  SnapshotCounters counters() {
    return counters;
  }

  private void reachMarks() throws Exception {
    DayMark mark = marks.takeAt(inputWatermark, inputIdle);
    if (mark != null) {
      write(mark);
      marks.reach(mark);
    }
    emitWatermark(marks.lowest());
  }

  /** Writes the days from the mark reached to the new one. */
  private void write(DayMark mark) throws Exception {
    DayMark lowest = marks.lowest();
    if (!rule.onlyEventDays()) {
      // Day after day, so that the table's partitions come one after the other.
      int day = Math.max(lowest.writtenDay() + 1, mark.firstDay());
      for (; day < mark.writtenDay(); day++) {
        walk(mark.upTo(day));
        emitWatermark(mark.upTo(day));
      }
    }
    boolean writes = mark.writtenDay() > lowest.writtenDay();
    boolean prunes = mark.windowStart(options.lateDays()) > lowest.windowStart(options.lateDays());
    if (writes || prunes) {
      walk(mark);
    }
  }

  private void walk(DayMark mark) throws Exception {
    backend()
        .applyToAllKeys(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            descriptor,
            (key, versions) -> visit(key, rows.unpack(versions.value()), mark));
  }

  private void visit(RowKey key, List<Version> versions, DayMark mark) throws Exception {
    int first = Math.max(marks.of(key).writtenDay() + 1, mark.firstDay());
    if (!rule.onlyEventDays()) {
      // The days before have been walked.
      first = Math.max(first, mark.writtenDay());
    }
    for (long day = rule.nextDay(versions, first, mark);
        day <= mark.writtenDay();
        day = rule.nextDay(versions, (int) day + 1, mark)) {
      emit(versions, (int) day, mark);
    }
    List<Version> pruned = pruned(versions, mark);
    if (pruned != versions) {
      store(pruned);
    }
  }

  private void emit(List<Version> versions, int day, DayMark mark) {
    SnapshotRow row = rule.at(versions, day, day == mark.baselineDay());
    if (row != null) {
      emit(RowKind.UPDATE_AFTER, row, day);
    } else if (day <= mark.sweptDay()) {
      emit(RowKind.DELETE, new SnapshotRow(versions.get(0), null), day);
    }
  }

  /** Brings the written days in line that an event changes. */
  private void correct(List<Version> before, List<Version> after, DayMark mark, int firstDay) {
    boolean corrected = false;
    for (int day = firstDay; day <= mark.writtenDay(); day++) {
      boolean baseline = day == mark.baselineDay();
      SnapshotRow was = rule.at(before, day, baseline);
      SnapshotRow is = rule.at(after, day, baseline);
      if (!SnapshotRow.same(was, is)) {
        if (is != null) {
          emit(RowKind.UPDATE_AFTER, is, day);
        } else {
          emit(RowKind.DELETE, was, day);
        }
        corrected |= day <= mark.closedDay();
      } else if (is == null && before.isEmpty() && day <= mark.sweptDay()) {
        emit(RowKind.DELETE, new SnapshotRow(after.get(0), null), day);
      }
    }
    if (corrected) {
      counters.corrected();
    }
  }

  private void emit(RowKind kind, SnapshotRow row, int day) {
    counters.row(kind);
    output.collect(new StreamRecord<>(rows.output(kind, row, day)));
  }

  private List<Version> pruned(List<Version> versions, DayMark mark) {
    int lateDays = options.lateDays();
    return VersionRule.prune(versions, mark.windowStart(lateDays), mark.deadDay(lateDays));
  }

  private void store(List<Version> versions) throws Exception {
    if (versions.isEmpty()) {
      state.clear();
    } else {
      state.update(rows.pack(versions));
    }
  }

  private void emitWatermark(DayMark mark) {
    if (mark.hasClosed() && mark.watermark() > emittedWatermark) {
      emittedWatermark = mark.watermark();
      output.emitWatermark(new Watermark(emittedWatermark));
    }
  }

  @SuppressWarnings("unchecked")
  private AbstractKeyedStateBackend<RowKey> backend() {
    return (AbstractKeyedStateBackend<RowKey>) (Object) getKeyedStateBackend();
  }
}
