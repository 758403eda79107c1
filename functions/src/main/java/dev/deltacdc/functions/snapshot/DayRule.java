/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Which day an event belongs to, and when a day ends (semantics: "day").
 *
 * <p>Days are numbered as DATE is: days since 1970-01-01. A TIMESTAMP_LTZ is converted to the zone,
 * where days have 23 or 25 hours now and then; a TIMESTAMP is wall clock there, and its day is its
 * date.
 *
 * <p>Watermarks have the scale of the column: instants for TIMESTAMP_LTZ; for TIMESTAMP wall clock,
 * counted as if it were UTC. So one watermark serves snapshots in several zones: wherever an
 * event's wall clock shows the next day, no event of the day before is behind it.
 */
public final class DayRule implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final long DAY_MILLIS = 86_400_000L;

  private final ZoneId zone;
  private final int column;
  private final int precision;
  private final boolean wallClock;

  // The instants from offsetFrom to before offsetTo have one offset, looked up last.
  private transient long offsetFrom;
  private transient long offsetTo;
  private transient long offsetMillis;

  private DayRule(ZoneId zone, int column, int precision, boolean wallClock) {
    this.zone = requireNonNull(zone, "zone");
    this.column = column;
    this.precision = precision;
    this.wallClock = wallClock;
  }

  /** The rule for events whose time stands in a column of the given type. */
  public static DayRule of(ZoneId zone, int column, LogicalType type) {
    return new DayRule(
        zone,
        column,
        LogicalTypeChecks.getPrecision(type),
        type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE));
  }

  /**
   * The time of an event on the scale of watermarks, in milliseconds.
   *
   * @throws IllegalStateException if the row has no event time; such events are rejected before
   */
  public long eventMillis(RowData row) {
    if (row.isNullAt(column)) {
      throw new IllegalStateException(
          "An event without event time reached a snapshot; it should have been rejected before.");
    }
    return row.getTimestamp(column, precision).getMillisecond();
  }

  /** The day of an event. */
  public int dayOf(RowData row) {
    long millis = eventMillis(row);
    return wallClock ? (int) Math.floorDiv(millis, DAY_MILLIS) : dayOf(millis);
  }

  /** The day of an instant, its date in the zone. */
  public int dayOf(long epochMillis) {
    return (int) Math.floorDiv(epochMillis + offset(epochMillis), DAY_MILLIS);
  }

  /**
   * The instant from which on no event of the day can be dated, in milliseconds since the epoch.
   */
  public long endOf(int day) {
    LocalDateTime midnight = LocalDate.ofEpochDay(day + 1L).atTime(LocalTime.MIDNIGHT);
    ZoneOffsetTransition change = zone.getRules().getTransition(midnight);
    // A clock put back over midnight shows the end of the day twice: the day ends the second time.
    if (change != null && change.isOverlap() && change.getDateTimeAfter().isBefore(midnight)) {
      return midnight.toInstant(change.getOffsetAfter()).toEpochMilli();
    }
    return midnight.atZone(zone).toInstant().toEpochMilli();
  }

  /** The last day that has ended at the instant. */
  public int lastEnded(long epochMillis) {
    int day = dayOf(epochMillis) + 1;
    while (endOf(day) > epochMillis) {
      day--;
    }
    return day;
  }

  /** The watermark that promises no more events of the day. */
  public long watermarkOf(int day) {
    return (wallClock ? (day + 1L) * DAY_MILLIS : endOf(day)) - 1;
  }

  /** The last day of which a watermark promises no more events. */
  public int lastEndedBy(long watermark) {
    return wallClock
        ? (int) Math.floorDiv(watermark + 1, DAY_MILLIS) - 1
        : lastEnded(watermark + 1);
  }

  private long offset(long epochMillis) {
    if (epochMillis < offsetFrom || epochMillis >= offsetTo) {
      lookUp(epochMillis);
    }
    return offsetMillis;
  }

  private void lookUp(long epochMillis) {
    ZoneRules rules = zone.getRules();
    Instant instant = Instant.ofEpochMilli(epochMillis);
    ZoneOffsetTransition before = rules.previousTransition(instant.plusNanos(1));
    ZoneOffsetTransition after = rules.nextTransition(instant);
    offsetFrom = before == null ? Long.MIN_VALUE : before.getInstant().toEpochMilli();
    offsetTo = after == null ? Long.MAX_VALUE : after.getInstant().toEpochMilli();
    offsetMillis = rules.getOffset(instant).getTotalSeconds() * 1000L;
  }
}
