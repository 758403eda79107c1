/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.util.Comparator;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.util.OutputTag;

/**
 * An event that removes every row whose last event is not newer than it (semantics: "truncate").
 *
 * @param sequence the bytes of its {@link Sequence}
 * @param eventMillis the milliseconds of its event time; null where no snapshot reads the target
 * @param eventNanos the nanoseconds of that millisecond
 */
@SuppressWarnings("ArrayRecordComponent") // Flink's serializer for records sees only plain types
public record Truncate(byte[] sequence, @Nullable Long eventMillis, int eventNanos) {

  /** The side output of every operator that reads a flow with APPLY AS TRUNCATE WHEN. */
  public static final OutputTag<Truncate> TAG =
      new OutputTag<>("truncates", TypeInformation.of(Truncate.class));

  private static final Comparator<Truncate> BY_TIME =
      Comparator.comparing(
              Truncate::eventMillis, Comparator.nullsFirst(Comparator.<Long>naturalOrder()))
          .thenComparingInt(Truncate::eventNanos);

  /** A truncate at a sequence, dated where a snapshot needs that. */
  public static Truncate of(Sequence sequence, @Nullable TimestampData eventTime) {
    return eventTime == null
        ? new Truncate(sequence.bytes(), null, 0)
        : new Truncate(
            sequence.bytes(), eventTime.getMillisecond(), eventTime.getNanoOfMillisecond());
  }

  /** Its place among the events of every key. */
  public Sequence at() {
    return Sequence.of(sequence);
  }

  /** Its event time, if it has one. */
  @Nullable
  public TimestampData eventTime() {
    return eventMillis == null ? null : TimestampData.fromEpochMillis(eventMillis, eventNanos);
  }

  /** Whether its event time is not later than the other's; one without is before all others. */
  public boolean isNotLaterThan(Truncate other) {
    return BY_TIME.compare(this, other) <= 0;
  }
}
