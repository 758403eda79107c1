/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.types.RowKind;

/**
 * The three operators of a daily snapshot on harnesses, wired as {@link DailySnapshot} does, with
 * every step in the hands of the test; its output as a table by id and day. Reports and marks
 * arrive at once, or are on their way for a while as in a cluster's network.
 */
final class SnapshotTopology implements AutoCloseable {
  private static final int MAX_PARALLELISM = 16;

  private final DailySnapshotOptions options;
  private final RowKeySelector.EventSelector keys;
  private final List<OneInputStreamOperatorTestHarness<ChangeEvent, DayReport>> reports =
      new ArrayList<>();
  private final List<
          KeyedTwoInputStreamOperatorTestHarness<RowKey, ChangeEvent, AnnouncedMark, RowData>>
      snapshots = new ArrayList<>();
  private final Map<RowKey, Version> newest = new HashMap<>();

  /** Rows by "id day". */
  final TreeMap<String, String> table = new TreeMap<>();

  /** What was emitted, as text with its kind, since the last {@link #takeEmitted}. */
  private final List<String> emitted = new ArrayList<>();

  private OneInputStreamOperatorTestHarness<DayReport, AnnouncedMark> clock;

  /** Not arrived yet, in order; a channel each. */
  private final List<Deque<DayReport>> reportsOnTheWay = new ArrayList<>();

  private final List<Deque<AnnouncedMark>> marksOnTheWay = new ArrayList<>();
  private @Nullable Random delays;
  private int parallelism;
  private long[] watermarks;
  private long watermark = Long.MIN_VALUE;
  private long now;

  SnapshotTopology(DailySnapshotOptions options, int parallelism, String wallClock)
      throws Exception {
    this.options = options;
    this.keys = RowKeySelector.of(Products.TYPE, List.of(0)).forEvents();
    this.now = Products.millis(wallClock);
    start(parallelism, null, null);
  }

  private void start(
      int newParallelism, OperatorSubtaskState clockState, OperatorSubtaskState snapshotState)
      throws Exception {
    int oldParallelism = parallelism;
    parallelism = newParallelism;
    watermarks = new long[parallelism];
    Arrays.fill(watermarks, Long.MIN_VALUE);
    clock =
        new OneInputStreamOperatorTestHarness<>(
            new DayClockOperator(options, "s"), serializer(TypeInformation.of(DayReport.class)));
    open(clock, TypeInformation.of(AnnouncedMark.class), clockState);
    for (int i = 0; i < parallelism; i++) {
      OneInputStreamOperatorTestHarness<ChangeEvent, DayReport> report =
          new OneInputStreamOperatorTestHarness<>(
              new DayReportOperator(options), MAX_PARALLELISM, parallelism, i);
      open(report, TypeInformation.of(DayReport.class), null);
      reports.add(report);
      KeyedTwoInputStreamOperatorTestHarness<RowKey, ChangeEvent, AnnouncedMark, RowData> snapshot =
          new KeyedTwoInputStreamOperatorTestHarness<>(
              new DailySnapshotOperator(options, "s"),
              keys,
              null,
              RowKeyTypeInfo.INSTANCE,
              MAX_PARALLELISM,
              parallelism,
              i);
      OperatorSubtaskState state =
          snapshotState == null
              ? null
              : AbstractStreamOperatorTestHarness.repartitionOperatorState(
                  snapshotState, MAX_PARALLELISM, oldParallelism, parallelism, i);
      open(snapshot, InternalTypeInfo.of(options.outputType()), state);
      snapshots.add(snapshot);
      reportsOnTheWay.add(new ArrayDeque<>());
      marksOnTheWay.add(new ArrayDeque<>());
    }
  }

  /** From now on a report or mark arrives during any one of the next steps. */
  void delay(Random random) {
    delays = random;
  }

  /** All reports and marks arrive. */
  void arrive() throws Exception {
    Random before = delays;
    delays = null;
    drain();
    delays = before;
  }

  /**
   * Stops with a savepoint, whose barrier comes behind all reports and marks; and goes on from it.
   */
  void restart(int newParallelism) throws Exception {
    arrive();
    OperatorSubtaskState clockState = clock.snapshot(1, 1);
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (var snapshot : snapshots) {
      states.add(snapshot.snapshot(1, 1));
    }
    OperatorSubtaskState snapshotState =
        AbstractStreamOperatorTestHarness.repackageState(
            states.toArray(OperatorSubtaskState[]::new));
    close();
    start(newParallelism, clockState, snapshotState);
  }

  int parallelism() {
    return parallelism;
  }

  /** Marks what is stale and hands it to the subtask of its key, as the order operator does. */
  void event(ChangeEvent event) throws Exception {
    RowKey key = keys.getKey(event);
    Version version = new Version(0, event.sequence(), event.delete(), event.row());
    Version last = newest.get(key);
    boolean stale = last != null && !version.beats(last, false);
    if (!stale) {
      newest.put(key, version);
    }
    accepted(stale ? event.asStale() : event);
  }

  /** What the order operator emits arrives at the subtask of its key. */
  void accepted(ChangeEvent event) throws Exception {
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(
            keys.getKey(event), MAX_PARALLELISM, parallelism);
    StreamRecord<ChangeEvent> element = new StreamRecord<>(event);
    reports.get(subtask).processElement(element);
    snapshots.get(subtask).processElement1(element);
    drain();
  }

  void events(ChangeEvent... events) throws Exception {
    for (ChangeEvent event : events) {
      event(event);
    }
  }

  /** A watermark on all subtasks. */
  void watermark(String time) throws Exception {
    for (int i = 0; i < parallelism; i++) {
      reportWatermark(i, Products.millis(time) - 1);
      snapshotWatermark(i, Products.millis(time) - 1);
    }
  }

  void reportWatermark(int subtask, long millis) throws Exception {
    reports.get(subtask).processWatermark(new Watermark(millis));
    drain();
  }

  void snapshotWatermark(int subtask, long millis) throws Exception {
    snapshots.get(subtask).processWatermark1(new Watermark(millis));
    drain();
  }

  void idle(int subtask) throws Exception {
    reports.get(subtask).processWatermarkStatus(WatermarkStatus.IDLE);
    snapshots.get(subtask).processWatermarkStatus1(WatermarkStatus.IDLE);
    drain();
  }

  /** Events again, as the clock hears of them before they arrive. */
  void reportAgain(int subtask, ChangeEvent event) throws Exception {
    reports.get(subtask).processWatermarkStatus(WatermarkStatus.ACTIVE);
    reports.get(subtask).processElement(new StreamRecord<>(event));
    drain();
  }

  /** The same events arrive. */
  void arriveAgain(int subtask, ChangeEvent event) throws Exception {
    snapshots.get(subtask).processWatermarkStatus1(WatermarkStatus.ACTIVE);
    snapshots.get(subtask).processElement1(new StreamRecord<>(event));
    drain();
  }

  void wallClock(String time) throws Exception {
    now = Products.millis(time);
    for (var report : reports) {
      report.setProcessingTime(now);
    }
    clock.setProcessingTime(now);
    drain();
  }

  void endReport(int subtask) throws Exception {
    reportWatermark(subtask, Long.MAX_VALUE);
    reports.get(subtask).endInput();
    drain();
  }

  void endSnapshotEvents(int subtask) throws Exception {
    snapshotWatermark(subtask, Long.MAX_VALUE);
    snapshots.get(subtask).endInput1();
    drain();
  }

  /** The end of all reports. */
  void endClock() throws Exception {
    arrive();
    clock.endInput();
    drain();
  }

  /** The end of all input. */
  void end() throws Exception {
    for (int i = 0; i < parallelism; i++) {
      endReport(i);
    }
    endClock();
    for (int i = 0; i < parallelism; i++) {
      endSnapshotEvents(i);
      snapshots.get(i).endInput2();
    }
    drain();
  }

  /** The ids in state. */
  int idsInState() {
    return snapshots.stream()
        .mapToInt(KeyedTwoInputStreamOperatorTestHarness::numKeyedStateEntries)
        .sum();
  }

  long count(String counter) {
    return snapshots.stream()
        .map(snapshot -> (DailySnapshotOperator) snapshot.getOperator())
        .mapToLong(operator -> operator.counters().value(counter))
        .sum();
  }

  long closedDays() {
    return ((DayClockOperator) clock.getOperator()).counters().value(SnapshotCounters.CLOSED_DAYS);
  }

  /**
   * What was emitted since the last call: rows in order of their text, then the combined watermark
   * as a day.
   */
  List<String> takeEmitted() {
    List<String> taken = List.copyOf(emitted);
    emitted.clear();
    return taken;
  }

  /** The rows of the table. */
  List<String> rows() {
    return List.copyOf(table.values());
  }

  private void drain() throws Exception {
    for (int i = 0; i < reports.size(); i++) {
      Deque<DayReport> channel = reportsOnTheWay.get(i);
      taken(reports.get(i)).forEach(report -> channel.add(report.getValue()));
      while (!channel.isEmpty() && nextArrives()) {
        clock.processElement(new StreamRecord<>(channel.remove()));
      }
    }
    for (StreamRecord<? extends AnnouncedMark> record : taken(clock)) {
      marksOnTheWay.forEach(channel -> channel.add(record.getValue()));
    }
    for (int i = 0; i < snapshots.size(); i++) {
      Deque<AnnouncedMark> channel = marksOnTheWay.get(i);
      while (!channel.isEmpty() && nextArrives()) {
        snapshots.get(i).processElement2(new StreamRecord<>(channel.remove()));
      }
    }
    for (int i = 0; i < snapshots.size(); i++) {
      for (Object output : snapshots.get(i).getOutput()) {
        if (output instanceof Watermark watermark && watermark.getTimestamp() != Long.MAX_VALUE) {
          watermarks[i] = watermark.getTimestamp();
        }
      }
      for (StreamRecord<? extends RowData> record : taken(snapshots.get(i))) {
        apply(record.getValue());
      }
    }
    long combined = LongStream.of(watermarks).min().orElseThrow();
    if (combined > watermark) {
      watermark = combined;
      emitted.add("closed " + LocalDate.ofEpochDay(watermark / 86_400_000L));
    }
  }

  private boolean nextArrives() {
    return delays == null || delays.nextInt(20) == 0;
  }

  private void apply(RowData row) {
    boolean changed = options.rows() == DailySnapshotOptions.Rows.CHANGED;
    String text = Products.text(row, changed);
    String key = row.getString(0) + " " + LocalDate.ofEpochDay(row.getInt(4));
    if (row.getRowKind() == RowKind.DELETE) {
      emitted.add("-" + key);
      table.remove(key);
    } else {
      emitted.add("+" + text);
      table.put(key, text);
    }
  }

  private static <T> List<StreamRecord<? extends T>> taken(
      AbstractStreamOperatorTestHarness<T> harness) {
    List<StreamRecord<? extends T>> records = harness.extractOutputStreamRecords();
    harness.getOutput().clear();
    return records;
  }

  private <T> void open(
      AbstractStreamOperatorTestHarness<T> harness,
      TypeInformation<T> outputType,
      OperatorSubtaskState state)
      throws Exception {
    harness.setProcessingTime(now);
    harness.setup(serializer(outputType));
    if (state == null) {
      harness.initializeEmptyState();
    } else {
      harness.initializeState(state);
    }
    harness.open();
  }

  private static <T> TypeSerializer<T> serializer(TypeInformation<T> type) {
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);
    return type.createSerializer(config);
  }

  @Override
  public void close() throws Exception {
    for (var report : reports) {
      report.close();
    }
    clock.close();
    for (var snapshot : snapshots) {
      snapshot.close();
    }
    reports.clear();
    snapshots.clear();
    reportsOnTheWay.clear();
    marksOnTheWay.clear();
  }
}
