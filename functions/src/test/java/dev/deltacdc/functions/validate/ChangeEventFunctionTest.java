/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.validate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.expect.Expectation;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChangeEventFunctionTest {
  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final ZoneId LISBON = ZoneId.of("Europe/Lisbon");
  private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");

  /** id, name, time; sequence; delete; expectation; origin. */
  private static final RowType QUERY =
      RowType.of(
          new IntType(),
          STRING,
          new LocalZonedTimestampType(6),
          new IntType(),
          new BooleanType(),
          new BooleanType(),
          EventOrigin.TYPE);

  private static final RowType TARGET =
      RowType.of(new IntType(), new VarCharType(5), new LocalZonedTimestampType(6));
  private static final EventLayout LAYOUT =
      EventLayout.of(QUERY, 3, 1, List.of(0))
          .withDelete()
          .withExpectations(1)
          .withOrigin()
          .withEventTime(2);

  @Test
  void aRowIsAnUpsertUnlessItsDeleteConditionIsTrue() throws Exception {
    try (var harness = harness(options(OnInvalid.QUARANTINE))) {
      harness.processElement(row(r -> {}), 0);
      harness.processElement(row(r -> r.setField(4, null)), 0);
      harness.processElement(row(r -> r.setField(4, true)), 0);
      List<ChangeEvent> events = harness.extractOutputValues();
      assertThat(events.stream().map(ChangeEvent::delete)).containsExactly(false, false, true);
      assertThat(events.get(0).row())
          .isEqualTo(GenericRowData.of(1, StringData.fromString("ann"), time(NOW)));
      assertThat(events).allSatisfy(event -> assertThat(event.stale()).isFalse());
      assertThat(count(harness, Counts.READ)).isEqualTo(3);
      assertThat(count(harness, Counts.REJECTED)).isZero();
    }
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        Arguments.of("null-key", change(r -> r.setField(0, null))),
        Arguments.of("null-key", change(r -> r.setField(4, true), r -> r.setField(0, null))),
        Arguments.of("null-sequence", change(r -> r.setField(3, null))),
        Arguments.of("misfit", change(r -> r.setField(1, StringData.fromString("longer")))),
        Arguments.of(
            "misfit",
            change(r -> r.setField(2, TimestampData.fromEpochMillis(Long.MAX_VALUE / 100)))),
        Arguments.of("null-event-time", change(r -> r.setField(2, null))),
        Arguments.of(
            "far-future", change(r -> r.setField(2, time(NOW.plus(Duration.ofHours(25)))))),
        Arguments.of("expectation:named", change(r -> r.setField(5, null))));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void anInvalidEventIsSetAside(String reason, Consumer<GenericRowData> change) throws Exception {
    try (var harness = harness(options(OnInvalid.QUARANTINE))) {
      harness.processElement(row(change), 0);
      assertThat(harness.extractOutputValues()).isEmpty();
      RejectedEvent rejected =
          harness.getSideOutput(RejectedEvent.TAG).stream()
              .map(StreamRecord::getValue)
              .findFirst()
              .orElseThrow();
      assertThat(rejected.reason()).isEqualTo(reason);
      assertThat(rejected.flow()).isEqualTo("people");
      assertThat(rejected.source()).isEqualTo("feed");
      assertThat(rejected.position()).isEqualTo("topic-0:42");
      assertThat(rejected.timeMillis()).isEqualTo(5L);
      assertThat(new String(rejected.raw(), UTF_8)).isEqualTo("raw");
      assertThat(rejected.message()).isNotBlank().doesNotContain("longer");
      assertThat(count(harness, Counts.REJECTED)).isEqualTo(1);
      assertThat(count(harness, Counts.rejected(reason))).isEqualTo(1);
      assertThat(Harnesses.accumulator(harness, Step.flow("people"), Counts.sample(reason)))
          .isEqualTo("feed topic-0:42: " + rejected.message());
    }
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void anInvalidEventStopsTheJobWhereTheOptionSaysSo(String reason, Consumer<GenericRowData> change)
      throws Exception {
    try (var harness = harness(options(OnInvalid.FAIL))) {
      if (reason.startsWith("expectation")) {
        harness.processElement(row(change), 0);
        assertThat(harness.getSideOutput(RejectedEvent.TAG)).hasSize(1);
        return;
      }
      assertThatThrownBy(() -> harness.processElement(row(change), 0))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("people")
          .hasMessageContaining("feed topic-0:42")
          .hasMessageContaining(reason);
    }
  }

  @Test
  void aDeleteNeedsOnlyKeySequenceAndEventTime() throws Exception {
    try (var harness = harness(options(OnInvalid.QUARANTINE))) {
      harness.processElement(
          row(
              change(
                  r -> r.setField(1, StringData.fromString("longer")),
                  r -> r.setField(4, true),
                  r -> r.setField(5, false))),
          0);
      assertThat(harness.extractOutputValues()).hasSize(1);
      assertThat(harness.extractOutputValues().get(0).row())
          .isEqualTo(GenericRowData.of(1, null, time(NOW)));
      assertThat(count(harness, Counts.failed("named"))).isZero();
    }
  }

  @Test
  void anUpsertTellsWhichOfItsNullsKeepTheValueKnown() throws Exception {
    ChangeEventOptions options =
        new ChangeEventOptions(
            "people",
            "unknown",
            OnInvalid.QUARANTINE,
            Duration.ofDays(1),
            Set.of(LISBON),
            List.of(0, 1));
    try (var harness = harness(options)) {
      harness.processElement(row(r -> {}), 0);
      harness.processElement(row(r -> r.setField(1, null)), 0);
      harness.processElement(row(change(r -> r.setField(1, null), r -> r.setField(4, true))), 0);
      assertThat(harness.extractOutputValues().stream().map(ChangeEvent::kept))
          .containsExactly(null, LeafSet.of(BitSet.valueOf(new long[] {2})), null);
    }
  }

  @Test
  void aNullInAKeyIsTheKeyWhateverTheClauseSays() throws Exception {
    RowType key = RowType.of(new IntType(), new IntType());
    RowType query = RowType.of(key, new IntType(), new IntType());
    RowType target = RowType.of(key, new IntType());
    ChangeEventOptions options =
        new ChangeEventOptions(
            "people", "unknown", OnInvalid.QUARANTINE, null, Set.of(), List.of(0, 1));
    ChangeEventFunction function =
        new ChangeEventFunction(
            EventLayout.of(query, 2, 1, List.of(0)), RowFit.of(query, target), List.of(), options);
    try (var harness = harness(function, target)) {
      harness.processElement(GenericRowData.of(GenericRowData.of(1, null), null, 5), 0);
      assertThat(harness.extractOutputValues().get(0).kept())
          .isEqualTo(LeafSet.of(BitSet.valueOf(new long[] {4})));
    }
  }

  @Test
  void aLittleAheadOfTheClockIsTaken() throws Exception {
    try (var harness = harness(options(OnInvalid.QUARANTINE))) {
      harness.processElement(row(r -> r.setField(2, time(NOW.plus(Duration.ofHours(24))))), 0);
      assertThat(harness.extractOutputValues()).hasSize(1);
    }
  }

  @Test
  void theClockIsNoMatterWithoutASnapshot() throws Exception {
    ChangeEventOptions options =
        new ChangeEventOptions("people", "feed", OnInvalid.QUARANTINE, null, Set.of(), List.of());
    EventLayout layout =
        EventLayout.of(QUERY, 3, 1, List.of(0)).withDelete().withExpectations(1).withOrigin();
    try (var harness =
        harness(
            new ChangeEventFunction(layout, RowFit.of(QUERY, TARGET), expectations(), options))) {
      harness.processElement(row(r -> r.setField(2, null)), 0);
      harness.processElement(row(r -> r.setField(2, time(NOW.plus(Duration.ofDays(900_000))))), 0);
      assertThat(harness.extractOutputValues()).hasSize(2);
    }
  }

  @Test
  void aWallClockTimeIsReadInItsZone() {
    EventTimeRule rule =
        new EventTimeRule(0, new TimestampType(6), Set.of(LISBON), Duration.ofHours(1));
    LocalDateTime local = LocalDateTime.of(2026, 7, 1, 14, 0);
    RowData row = GenericRowData.of(TimestampData.fromLocalDateTime(local));
    assertThat(rule.isFarFuture(row, NOW.toEpochMilli())).isFalse();
    assertThat(rule.isFarFuture(row, NOW.toEpochMilli() - 1)).isTrue();
  }

  @Test
  void aWallClockIsFarAheadWhenItIsInAllZones() {
    ZoneId auckland = ZoneId.of("Pacific/Auckland");
    EventTimeRule rule =
        new EventTimeRule(0, new TimestampType(6), Set.of(LISBON, auckland), Duration.ofHours(1));
    LocalDateTime inAuckland = LocalDateTime.ofInstant(NOW, auckland).plusHours(1);
    RowData row = GenericRowData.of(TimestampData.fromLocalDateTime(inAuckland));
    assertThat(rule.isFarFuture(row, NOW.toEpochMilli())).isFalse();
    assertThat(rule.isFarFuture(row, NOW.toEpochMilli() - 1)).isTrue();
  }

  @Test
  void aQueryThatChangesRowsIsAnError() throws Exception {
    try (var harness = harness(options(OnInvalid.QUARANTINE))) {
      assertThatThrownBy(
              () -> harness.processElement(row(r -> r.setRowKind(RowKind.UPDATE_AFTER)), 0))
          .hasMessageContaining("stream of new rows");
    }
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    ChangeEventOptions options = options(OnInvalid.QUARANTINE);
    assertThatThrownBy(
            () ->
                new ChangeEventFunction(
                    LAYOUT, RowFit.of(QUERY, RowType.of(new IntType())), expectations(), options))
        .hasMessageContaining("the target has 1 columns, its flow 3");
    RowType arrays = RowType.of(new IntType(), new ArrayType(STRING));
    EventLayout unordered = EventLayout.of(arrays, 1, 1, List.of(0));
    RowFit first = RowFit.of(arrays, RowType.of(new IntType()));
    assertThatThrownBy(() -> new ChangeEventFunction(unordered, first, List.of(), options))
        .hasMessageContaining("have no order");
    assertThatThrownBy(() -> new EventTimeRule(0, new IntType(), Set.of(LISBON), null))
        .hasMessageContaining("EVENT TIME");
  }

  @SafeVarargs
  private static Consumer<GenericRowData> change(Consumer<GenericRowData>... changes) {
    return row -> Stream.of(changes).forEach(change -> change.accept(row));
  }

  private static GenericRowData row(Consumer<GenericRowData> change) {
    GenericRowData row =
        GenericRowData.of(
            1,
            StringData.fromString("ann"),
            time(NOW),
            10,
            false,
            true,
            EventOrigin.of("feed", "topic-0", 42, "raw".getBytes(UTF_8), 5L));
    change.accept(row);
    return row;
  }

  private static TimestampData time(Instant instant) {
    return TimestampData.fromInstant(instant);
  }

  private static ChangeEventOptions options(OnInvalid onInvalid) {
    return new ChangeEventOptions(
        "people", "unknown", onInvalid, Duration.ofDays(1), Set.of(LISBON), List.of());
  }

  private static List<Expectation> expectations() {
    return List.of(new Expectation("named", "name IS NOT NULL", 5, Expectation.Action.QUARANTINE));
  }

  private static OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness(
      ChangeEventOptions options) throws Exception {
    return harness(
        new ChangeEventFunction(LAYOUT, RowFit.of(QUERY, TARGET), expectations(), options));
  }

  private static OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness(
      ChangeEventFunction function) throws Exception {
    return harness(function, TARGET);
  }

  private static OneInputStreamOperatorTestHarness<RowData, ChangeEvent> harness(
      ChangeEventFunction function, RowType target) throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<RowData, ChangeEvent>(
            new ProcessOperator<>(function));
    Harnesses.withoutKryo(harness)
        .setup(ChangeEventTypeInfo.of(target).createSerializer(new SerializerConfigImpl()));
    harness.open();
    harness.setProcessingTime(NOW.toEpochMilli());
    return harness;
  }

  private static long count(OneInputStreamOperatorTestHarness<?, ?> harness, String counter) {
    return Harnesses.count(harness, Step.flow("people"), counter);
  }
}
