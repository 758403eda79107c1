/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.event.SequenceEncoder;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.expect.Expectation;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a flow with APPLY AS TRUNCATE WHEN reads its events. */
class TruncateEventsTest {
  private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
  private static final LocalZonedTimestampType TIME = new LocalZonedTimestampType(6);

  /** id, time; sequence; delete; truncate; expectation. */
  private static final RowType QUERY =
      RowType.of(
          new IntType(),
          TIME,
          new IntType(),
          new BooleanType(),
          new BooleanType(),
          new BooleanType());

  private static final RowType TARGET = RowType.of(new IntType(false), TIME);
  private static final EventLayout LAYOUT =
      EventLayout.of(QUERY, 2, 1, List.of(0)).withDelete().withTruncate().withExpectations(1);

  private OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness;

  @AfterEach
  void close() throws Exception {
    if (harness != null) {
      harness.close();
    }
  }

  @Test
  void aTruncateNeedsOnlyASequenceAndIsTestedBeforeDelete() throws Exception {
    start(LAYOUT);
    event(null, null, 3, true, true);
    Truncate truncate = only(Truncate.TAG);
    assertThat(truncate.at())
        .isEqualTo(SequenceEncoder.of(List.of(new IntType())).encode(GenericRowData.of(3), 0));
    assertThat(truncate.eventTime()).isNull();
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(count(Counts.READ)).isEqualTo(1);
    assertThat(count(Counts.TRUNCATES)).isEqualTo(1);
    assertThat(count(Counts.failed("never"))).isZero();
  }

  @Test
  void anUnknownConditionIsNoTruncate() throws Exception {
    start(LAYOUT);
    event(1, null, 3, true, null);
    event(1, null, 3, true, false);
    assertThat(harness.extractOutputValues()).hasSize(2).allMatch(ChangeEvent::delete);
    assertThat(count(Counts.TRUNCATES)).isZero();
  }

  @Test
  void forASnapshotItHasAnEventTime() throws Exception {
    start(LAYOUT.withEventTime(1));
    event(null, NOW, 3, false, true);
    assertThat(only(Truncate.TAG).eventTime()).isEqualTo(TimestampData.fromInstant(NOW));
  }

  @ParameterizedTest
  @CsvSource({
    "null-sequence, 2026-07-01T12:00:00Z,",
    "null-event-time,, 3",
    "far-future, 2026-07-03T12:00:00Z, 3"
  })
  void anInvalidTruncateIsSetAside(
      String reason, @Nullable Instant time, @Nullable Integer sequence) throws Exception {
    start(LAYOUT.withEventTime(1));
    event(null, time, sequence, false, true);
    assertThat(only(RejectedEvent.TAG).reason()).isEqualTo(reason);
    assertThat(harness.getSideOutput(Truncate.TAG)).isNull();
    assertThat(count(Counts.REJECTED)).isEqualTo(1);
    assertThat(count(Counts.TRUNCATES)).isZero();
  }

  @Test
  void theConditionIsABoolean() {
    RowType query = RowType.of(new IntType(), new IntType(), new IntType());
    EventLayout layout = EventLayout.of(query, 1, 1, List.of(0)).withTruncate();
    assertThat(layout.truncateField()).isEqualTo(2);
    assertThat(layout.deleteField()).isEqualTo(-1);
    assertThatThrownBy(layout::check).hasMessageContaining("a condition is a BOOLEAN");
  }

  private void event(
      @Nullable Integer id,
      @Nullable Instant time,
      @Nullable Integer sequence,
      boolean delete,
      @Nullable Boolean truncate)
      throws Exception {
    TimestampData timestamp = time == null ? null : TimestampData.fromInstant(time);
    harness.processElement(GenericRowData.of(id, timestamp, sequence, delete, truncate, false), 0);
  }

  private <T> T only(OutputTag<T> tag) {
    List<T> found = harness.getSideOutput(tag).stream().map(StreamRecord::getValue).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private void start(EventLayout layout) throws Exception {
    Expectation never = new Expectation("never", "FALSE", 5, Expectation.Action.DROP_ROW);
    ChangeEventOptions options =
        new ChangeEventOptions(
            "f",
            "feed",
            OnInvalid.QUARANTINE,
            Duration.ofDays(1),
            Set.of(ZoneOffset.UTC),
            List.of());
    ChangeEventFunction function =
        new ChangeEventFunction(layout, RowFit.of(QUERY, TARGET), List.of(never), options);
    harness = new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(function));
    Harnesses.withoutKryo(harness)
        .setup(ChangeEventTypeInfo.of(TARGET).createSerializer(new SerializerConfigImpl()));
    harness.open();
    harness.setProcessingTime(NOW.toEpochMilli());
  }

  private long count(String counter) {
    return Harnesses.count(harness, Step.flow("f"), counter);
  }
}
