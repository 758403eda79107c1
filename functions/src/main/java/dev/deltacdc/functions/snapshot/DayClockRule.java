/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static dev.deltacdc.functions.snapshot.DayMark.NONE;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import javax.annotation.Nullable;

/**
 * When a day is closed and which days are written (semantics: "first day", "closing", "the open
 * day", "retention"). Pure: time comes as an argument. Each method returns the new mark, or null if
 * nothing changed.
 */
final class DayClockRule {
  private final DailySnapshotOptions options;
  private final DayRule days;
  private final Map<Integer, DayReport> reports = new HashMap<>();

  private DayMark mark;
  private int newestDay;
  private boolean sawEvent;
  private long activeAt;

  private DayClockRule(DailySnapshotOptions options, DayClockState state, long epochMillis) {
    this.options = options;
    this.days = options.dayRule();
    this.mark = state.mark();
    this.newestDay = state.newestDay();
    this.sawEvent = state.sawEvent();
    this.activeAt = epochMillis;
  }

  /** The clock of a run that has no state. */
  static DayClockRule start(DailySnapshotOptions options, long epochMillis) {
    int startDay = dayOrNone(options.startDay());
    int newest = dayOrNone(options.newestDay());
    int first;
    int baseline;
    if (newest != NONE) {
      int origin = startDay != NONE ? startDay : dayOrNone(options.oldestDay());
      first = Math.max(origin, newest - options.lateDays());
      baseline = first == origin ? first : NONE;
    } else {
      newest = startDay == NONE ? options.dayRule().dayOf(epochMillis) : NONE;
      first = startDay == NONE ? newest : startDay;
      baseline = first;
    }
    int swept = dayOrNone(options.newestDay());
    DayMark mark = new DayMark(1, first, first - 1, first - 1, baseline, swept, Long.MIN_VALUE);
    DayClockRule clock =
        new DayClockRule(options, new DayClockState(mark, newest, false), epochMillis);
    clock.mark = clock.retained(mark);
    return clock;
  }

  /** The clock of a run that goes on from state. */
  static DayClockRule resume(DailySnapshotOptions options, DayClockState state, long epochMillis) {
    return new DayClockRule(options, state, epochMillis);
  }

  /** What {@link #resume} goes on from. */
  DayClockState state() {
    return new DayClockState(mark, newestDay, sawEvent);
  }

  /** The subtasks that have no events for now, as far as they have told. */
  IntStream idleSubtasks() {
    return reports.values().stream().filter(DayReport::idle).mapToInt(DayReport::subtask);
  }

  /** The mark that holds now. */
  DayMark mark() {
    return mark;
  }

  /** Takes the report of an upstream subtask; closes the days that all of them have completed. */
  @Nullable
  DayMark report(DayReport report, long epochMillis) {
    reports.put(report.subtask(), report);
    newestDay = Math.max(newestDay, report.greatestDay());
    sawEvent |= report.greatestDay() != NONE;
    if (report.oldestDay() <= days.lastEnded(epochMillis)) {
      activeAt = epochMillis;
    }
    DayMark next = retained(mark);
    int complete = completeDay(report.subtasks());
    if (complete > next.closedDay()) {
      next = closed(next, complete, days.watermarkOf(complete));
    }
    return change(options.endsWhenIdle() && isAllRead(report.subtasks()) ? ended(next) : next);
  }

  private boolean isAllRead(int subtasks) {
    return reports.size() == subtasks
        && reports.values().stream()
            .allMatch(report -> report.idle() || report.completeDay() == Integer.MAX_VALUE);
  }

  /** The end of a run that the next goes on behind: ids take it when their input is idle, too. */
  private DayMark ended(DayMark from) {
    int newest = Math.max(newestDay, from.writtenDay());
    if (newest == NONE || newest < from.firstDay()) {
      return from;
    }
    int closed = Math.max(from.closedDay(), newest - 1);
    return written(from, closed, newest, days.watermarkOf(closed));
  }

  /**
   * Closes, by wall clock, the days that ended the quiet delay ago, unless an event of an ended day
   * arrived within the delay: then the source still reads what lies behind. Before the first event
   * of all nothing is closed: a source that is slow to begin would find its events late.
   */
  @Nullable
  DayMark quiet(long epochMillis) {
    if (!sawEvent || epochMillis < quietAt()) {
      return null;
    }
    int ended = days.lastEnded(epochMillis - options.quietDelay().toMillis());
    return ended > mark.closedDay() ? change(closed(mark, ended, Long.MIN_VALUE)) : null;
  }

  /** When {@link #quiet} can close a day next; {@link Long#MAX_VALUE} for never. */
  long quietAt() {
    if (options.quietDelay() == null) {
      return Long.MAX_VALUE;
    }
    return Math.max(activeAt, days.endOf(mark.closedDay() + 1)) + options.quietDelay().toMillis();
  }

  /** Writes the open days up to the newest. */
  @Nullable
  DayMark refresh() {
    return newestDay > mark.writtenDay() && newestDay >= mark.firstDay()
        ? change(written(mark, mark.closedDay(), newestDay, mark.afterWatermark()))
        : null;
  }

  /** At the end of all input: closes the days before the newest and writes that one too. */
  @Nullable
  DayMark end() {
    int newest = Math.max(newestDay, mark.writtenDay());
    return newest == NONE || newest < mark.firstDay()
        ? null
        : change(written(mark, Math.max(mark.closedDay(), newest - 1), newest, Long.MAX_VALUE));
  }

  /** The last day that every subtask has completed, those apart that are idle or at their end. */
  private int completeDay(int subtasks) {
    if (reports.size() < subtasks) {
      return NONE;
    }
    return reports.values().stream()
        .filter(report -> !report.idle() && report.completeDay() != Integer.MAX_VALUE)
        .mapToInt(DayReport::completeDay)
        .min()
        .orElse(NONE);
  }

  private DayMark closed(DayMark from, int day, long afterWatermark) {
    return written(from, day, Math.max(from.writtenDay(), day), afterWatermark);
  }

  private static DayMark written(DayMark from, int closed, int written, long afterWatermark) {
    return new DayMark(
        from.number(),
        from.firstDay(),
        closed,
        written,
        from.baselineDay(),
        from.sweptDay(),
        afterWatermark);
  }

  /** Days earlier than RETAIN before the newest are not written, nor corrected. */
  private DayMark retained(DayMark from) {
    if (options.retainDays() == null || newestDay == NONE) {
      return from;
    }
    int first = newestDay - options.retainDays();
    if (first <= from.firstDay()) {
      return from;
    }
    boolean gap = first - 1 > from.writtenDay();
    return new DayMark(
        from.number(),
        first,
        Math.max(from.closedDay(), first - 1),
        Math.max(from.writtenDay(), first - 1),
        gap ? first : from.baselineDay(),
        from.sweptDay(),
        from.afterWatermark());
  }

  private @Nullable DayMark change(DayMark next) {
    if (next.equals(mark)) {
      return null;
    }
    mark =
        new DayMark(
            mark.number() + 1,
            next.firstDay(),
            next.closedDay(),
            next.writtenDay(),
            next.baselineDay(),
            next.sweptDay(),
            next.afterWatermark());
    return mark;
  }

  private static int dayOrNone(@Nullable LocalDate day) {
    return day == null ? NONE : Math.toIntExact(day.toEpochDay());
  }
}
