/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.functions.snapshot.DayRule;
import dev.deltacdc.functions.validate.ChangeEventFunction;
import dev.deltacdc.functions.validate.ChangeEventOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** With a clock of the test's own; ticks are every 200 ms, as Flink's default is. */
class EventTimeOperatorTest {

  private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final LocalZonedTimestampType TIME = new LocalZonedTimestampType(6);

  /** id, time; sequence; origin. */
  private static final RowType QUERY =
      RowType.of(new IntType(), TIME, new IntType(), EventOrigin.TYPE);

  private static final RowType TARGET = RowType.of(new IntType(), TIME);
  private static final EventLayout LAYOUT =
      EventLayout.of(QUERY, 2, 1, List.of(0)).withOrigin().withEventTime(1);

  @Test
  void aFastPartitionDoesNotCloseTheDaysOfASlowOne() throws Exception {
    try (var harness = harness(IDLE)) {
      event(harness, "orders", "t-0", "2026-01-05T00:00:00Z");
      event(harness, "orders", "t-1", "2026-01-01T10:00:00Z");
      pass(harness, IDLE.minusMillis(200));
      assertThat(watermarks(harness)).isEmpty();
      event(harness, "orders", "t-0", "2026-01-06T00:00:00Z");
      event(harness, "orders", "t-1", "2026-01-01T12:00:00Z");
      pass(harness, Duration.ofMillis(400));
      assertThat(watermarks(harness)).containsExactly("2026-01-01T11:59:59.999Z");
      event(harness, "orders", "t-1", "2026-01-07T00:00:00Z");
      pass(harness, Duration.ofMillis(200));
      assertThat(watermarks(harness)).containsExactly("2026-01-05T23:59:59.999Z");
    }
  }

  @Test
  void partitionsOfTwoSourcesAreTwo() throws Exception {
    try (var harness = harness(IDLE)) {
      event(harness, "orders", "t-0", "2026-01-05T00:00:00Z");
      event(harness, "clients", "t-0", "2026-01-02T00:00:00Z");
      pass(harness, IDLE);
      assertThat(watermarks(harness)).containsExactly("2026-01-01T23:59:59.999Z");
    }
  }

  @Test
  void filesAreReadOneAfterTheOther() throws Exception {
    try (var harness = harness(IDLE)) {
      event(harness, "files", "a.csv", "2026-01-01T00:00:00Z");
      event(harness, "files", "b.csv", "2026-01-03T00:00:00Z");
      pass(harness, IDLE);
      assertThat(watermarks(harness)).containsExactly("2026-01-02T23:59:59.999Z");
    }
  }

  @Test
  void rowsWithoutOriginAreOnePartition() throws Exception {
    try (var harness = harness(IDLE)) {
      harness.processElement(row(null, "2026-01-01T00:00:00Z"), 0);
      harness.processElement(row(null, "2026-01-02T00:00:00Z"), 0);
      pass(harness, IDLE);
      assertThat(watermarks(harness)).containsExactly("2026-01-01T23:59:59.999Z");
    }
  }

  @Test
  void rejectedEventsDoNotCount() throws Exception {
    try (var harness = harness(IDLE)) {
      event(harness, "orders", "t-0", "2026-01-02T00:00:00Z");
      event(harness, "orders", "t-0", "2027-01-02T00:00:00Z");
      event(harness, "orders", "t-1", null);
      pass(harness, IDLE);
      assertThat(watermarks(harness)).containsExactly("2026-01-01T23:59:59.999Z");
      assertThat(harness.getSideOutput(RejectedEvent.TAG)).hasSize(2);
      assertThat(harness.extractOutputValues()).hasSize(1);
    }
  }

  @Test
  void truncatesCountAsEventsDo() throws Exception {
    RowType query = RowType.of(new IntType(), TIME, new IntType(), new BooleanType());
    EventLayout layout = EventLayout.of(query, 2, 1, List.of(0)).withTruncate().withEventTime(1);
    try (var harness = harness(query, layout, IDLE)) {
      TimestampData time = TimestampData.fromInstant(Instant.parse("2026-01-02T00:00:00Z"));
      harness.processElement(GenericRowData.of(null, time, 1, true), 0);
      pass(harness, IDLE);
      assertThat(watermarks(harness)).containsExactly("2026-01-01T23:59:59.999Z");
      assertThat(harness.getSideOutput(Truncate.TAG)).hasSize(1);
    }
  }

  @Test
  void aTaskWithoutEventsIsIdleUntilTheNext() throws Exception {
    try (var harness = harness(IDLE)) {
      pass(harness, IDLE.minusMillis(200));
      assertThat(statuses(harness)).isEmpty();
      pass(harness, Duration.ofMillis(200));
      assertThat(statuses(harness)).containsExactly(WatermarkStatus.IDLE);
      event(harness, "orders", "t-0", "2026-01-02T00:00:00Z");
      assertThat(statuses(harness)).containsExactly(WatermarkStatus.ACTIVE);
      pass(harness, IDLE);
      assertThat(statuses(harness)).containsExactly(WatermarkStatus.IDLE);
    }
  }

  @Test
  void timeInWhichTheTaskWasHeldUpMakesNoPartitionIdle() throws Exception {
    try (var harness = harness(IDLE)) {
      event(harness, "orders", "t-1", "2026-01-05T00:00:00Z");
      pass(harness, IDLE.minusSeconds(1));
      event(harness, "orders", "t-0", "2026-01-02T00:00:00Z");
      event(harness, "orders", "t-1", "2026-01-05T00:00:00Z");
      // The JVM stands still for an hour; then the fast partition comes first.
      harness.setProcessingTime(harness.getProcessingTime() + Duration.ofHours(1).toMillis());
      event(harness, "orders", "t-1", "2026-01-06T00:00:00Z");
      pass(harness, Duration.ofSeconds(2));
      assertThat(watermarks(harness)).containsExactly("2026-01-01T23:59:59.999Z");
    }
  }

  @Test
  void onlyTheEndOfTheInputComesFromBefore() throws Exception {
    try (var harness = harness(IDLE)) {
      event(harness, "orders", "t-0", "2026-01-02T00:00:00Z");
      pass(harness, IDLE.minusSeconds(1));
      event(harness, "orders", "t-0", "2026-01-02T00:00:00Z");
      harness.processWatermark(NOW.toEpochMilli());
      harness.processWatermarkStatus(WatermarkStatus.IDLE);
      pass(harness, Duration.ofSeconds(2));
      assertThat(watermarks(harness)).containsExactly("2026-01-01T23:59:59.999Z");
      assertThat(statuses(harness)).isEmpty();
      harness.processWatermark(Watermark.MAX_WATERMARK);
      pass(harness, IDLE.multipliedBy(2));
      assertThat(harness.getOutput()).contains(Watermark.MAX_WATERMARK);
      assertThat(statuses(harness)).isEmpty();
    }
  }

  @Test
  void boundedInputHasNoWatermarkBeforeItsEnd() throws Exception {
    try (var harness = harness(null)) {
      event(harness, "orders", "t-0", "2026-01-02T00:00:00Z");
      harness.processWatermark(NOW.toEpochMilli());
      pass(harness, IDLE.multipliedBy(2));
      assertThat(watermarks(harness)).isEmpty();
      harness.processWatermark(Watermark.MAX_WATERMARK);
      assertThat(harness.getOutput()).last().isEqualTo(Watermark.MAX_WATERMARK);
    }
  }

  private static OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness(
      @Nullable Duration idle) throws Exception {
    return harness(QUERY, LAYOUT, idle);
  }

  private static OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness(
      RowType query, EventLayout layout, @Nullable Duration idle) throws Exception {
    ChangeEventFunction function =
        new ChangeEventFunction(
            layout,
            RowFit.of(query, TARGET),
            List.of(),
            new ChangeEventOptions(
                "f",
                "feed",
                OnInvalid.QUARANTINE,
                Duration.ofDays(1),
                Set.of(ZoneOffset.UTC),
                List.of()));
    EventTimeOptions options =
        new EventTimeOptions(
            DayRule.of(ZoneOffset.UTC, 1, TIME),
            layout.originField(),
            Set.of("orders", "clients"),
            idle);
    var harness =
        Harnesses.withoutKryo(
            new OneInputStreamOperatorTestHarness<RowData, ChangeEvent>(
                new EventTimeOperator(function, options)));
    harness.setup(ChangeEventTypeInfo.of(TARGET).createSerializer(new SerializerConfigImpl()));
    harness.setProcessingTime(NOW.toEpochMilli());
    harness.open();
    return harness;
  }

  private static void event(
      OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness,
      String source,
      String partition,
      @Nullable String time)
      throws Exception {
    harness.processElement(row(EventOrigin.of(source, partition, 1, new byte[0], null), time), 0);
  }

  private static RowData row(@Nullable RowData origin, @Nullable String time) {
    return GenericRowData.of(
        1, time == null ? null : TimestampData.fromInstant(Instant.parse(time)), 1, origin);
  }

  /** Lets time pass tick by tick. */
  private static void pass(
      OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness, Duration time)
      throws Exception {
    long end = harness.getProcessingTime() + time.toMillis();
    while (harness.getProcessingTime() < end) {
      harness.setProcessingTime(Math.min(end, harness.getProcessingTime() + 200));
    }
  }

  /** The watermarks since the last call. */
  private static List<String> watermarks(
      OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness) {
    List<String> found = new ArrayList<>();
    harness
        .getOutput()
        .removeIf(
            element ->
                element instanceof Watermark mark
                    && found.add(Instant.ofEpochMilli(mark.getTimestamp()).toString()));
    return found;
  }

  private static List<WatermarkStatus> statuses(
      OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness) {
    List<WatermarkStatus> found = new ArrayList<>();
    harness
        .getOutput()
        .removeIf(element -> element instanceof WatermarkStatus status && found.add(status));
    return found;
  }
}
