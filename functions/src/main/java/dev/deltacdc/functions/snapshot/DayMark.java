/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import java.io.Serializable;

/**
 * What the day clock tells every subtask of the keyed operator: how far the snapshot table goes.
 *
 * @param number marks are numbered in the order in which the clock makes them
 * @param firstDay days before are not written
 * @param closedDay the last closed day; {@code firstDay - 1} when there is none
 * @param writtenDay the last day whose rows are in the table, at least {@code closedDay}: the days
 *     between are open, each event corrects them
 * @param baselineDay the day whose day before is not in the table, {@link #NONE} if unknown
 * @param sweptDay days up to here may hold rows of an earlier run whose state is lost, so rows that
 *     must not be there are deleted; {@link #NONE} usually
 * @param afterWatermark the mark holds once the keyed operator's own watermark is here, so that
 *     events before the watermark are never late; {@link Long#MIN_VALUE} for at once, {@link
 *     Long#MAX_VALUE} for the end of input
 */
public record DayMark(
    long number,
    int firstDay,
    int closedDay,
    int writtenDay,
    int baselineDay,
    int sweptDay,
    long afterWatermark)
    implements Serializable {

  /** No day. */
  public static final int NONE = Integer.MIN_VALUE;

  /** What holds before the clock's first mark: nothing is closed or written. */
  public static final DayMark START = new DayMark(0, NONE, NONE, NONE, NONE, NONE, Long.MIN_VALUE);

  /** Whether any day is in the table. */
  public boolean hasWritten() {
    return writtenDay != NONE && writtenDay >= firstDay;
  }

  /** Whether any day is closed. */
  public boolean hasClosed() {
    return closedDay != NONE && closedDay >= firstDay;
  }

  /** The earliest day that an event still corrects (semantics: "late"). */
  public int windowStart(int lateDays) {
    return hasClosed() ? Math.max(firstDay, closedDay - lateDays + 1) : firstDay;
  }

  /**
   * Whether the table has days before the window that no event changes any more, or had them until
   * RETAIN removed them. An event of those days counts from the window's first day on, so that with
   * ROWS CHANGED too that day tells of it; before the table's first day it is history as any other.
   */
  boolean isBehind(int windowStart) {
    return windowStart > firstDay || (baselineDay != NONE && baselineDay < firstDay);
  }

  /**
   * Ids deleted before this day leave the state. That is one late window before the window, so that
   * events whose times are in another order than their sequences, by no more than the window, never
   * bring a deleted id back; and never while days are still to be swept of its rows.
   */
  int deadDay(int lateDays) {
    int windowStart = windowStart(lateDays);
    return windowStart == NONE || writtenDay < sweptDay ? NONE : windowStart - lateDays;
  }

  /** The same mark with fewer days closed and written. */
  DayMark upTo(int day) {
    return new DayMark(
        number,
        firstDay,
        Math.min(closedDay, day),
        Math.min(writtenDay, day),
        baselineDay,
        sweptDay,
        afterWatermark);
  }

  /** The watermark that says which days are closed. */
  long watermark() {
    return (closedDay + 1L) * 86_400_000L - 1;
  }
}
