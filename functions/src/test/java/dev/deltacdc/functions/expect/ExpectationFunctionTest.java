/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.expect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.expect.Expectation.Action;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class ExpectationFunctionTest {
  private static final RowType QUERY =
      RowType.of(
          new IntType(),
          new VarCharType(VarCharType.MAX_LENGTH),
          new BooleanType(),
          EventOrigin.TYPE);
  private static final RowType COLUMNS = RowType.of(new IntType(), new VarCharType(5));

  @Test
  void metRowsGoOnWithoutConditionsAndOrigin() throws Exception {
    try (var harness = harness(Action.WARN, false, OnInvalid.QUARANTINE)) {
      RowData update = row(2, "b", true, 2);
      update.setRowKind(RowKind.UPDATE_AFTER);
      harness.processElement(row(1, "a", true, 1), 0);
      harness.processElement(update, 0);
      GenericRowData second = columns(2, "b");
      second.setRowKind(RowKind.UPDATE_AFTER);
      assertThat(harness.extractOutputValues()).containsExactly(columns(1, "a"), second);
      assertThat(count(harness, Counts.APPLIED)).isEqualTo(2);
    }
  }

  @Test
  void theOriginGoesOnWhereTheNextStepWantsIt() throws Exception {
    try (var harness = harness(Action.DROP_ROW, true, OnInvalid.QUARANTINE)) {
      harness.processElement(row(1, "a", true, 7), 0);
      RowData out = harness.extractOutputValues().get(0);
      assertThat(out.getArity()).isEqualTo(3);
      assertThat(EventOrigin.position(out.getRow(2, 5)).position()).isEqualTo("in.csv:7");
    }
  }

  @Test
  void whatIsTakenBackGoesWhereItWentAndIsCountedOnce() throws Exception {
    try (var harness = harness(Action.DROP_ROW, false, OnInvalid.REFUSE_RESULT)) {
      for (boolean met : List.of(true, false)) {
        harness.processElement(change(RowKind.INSERT, met), 0);
        harness.processElement(change(RowKind.UPDATE_BEFORE, met), 0);
        harness.processElement(change(RowKind.UPDATE_AFTER, met), 0);
        harness.processElement(change(RowKind.DELETE, met), 0);
      }
      // An update may have lost its other half.
      assertThat(harness.extractOutputValues())
          .extracting(RowData::getRowKind)
          .containsExactly(RowKind.INSERT, RowKind.DELETE, RowKind.INSERT, RowKind.DELETE);
      assertThat(count(harness, Counts.READ)).isEqualTo(4);
      assertThat(count(harness, Counts.APPLIED)).isEqualTo(2);
      assertThat(count(harness, Counts.DROPPED)).isEqualTo(2);
    }
  }

  private static RowData change(RowKind kind, boolean met) {
    RowData row = row(1, "a", met, 1);
    row.setRowKind(kind);
    return row;
  }

  @Test
  void dropRowDropsAndCounts() throws Exception {
    try (var harness = harness(Action.DROP_ROW, false, OnInvalid.QUARANTINE)) {
      harness.processElement(row(1, "a", false, 1), 0);
      harness.processElement(row(1, "a", null, 2), 0);
      assertThat(harness.extractOutputValues()).isEmpty();
      assertThat(harness.getSideOutput(RejectedEvent.TAG)).isNullOrEmpty();
      assertThat(count(harness, Counts.DROPPED)).isEqualTo(2);
      assertThat(count(harness, Counts.failed("known"))).isEqualTo(2);
      assertThat(count(harness, Counts.READ)).isEqualTo(2);
    }
  }

  @Test
  void warnKeepsAndCounts() throws Exception {
    try (var harness = harness(Action.WARN, false, OnInvalid.QUARANTINE)) {
      harness.processElement(row(1, "a", false, 1), 0);
      assertThat(harness.extractOutputValues()).hasSize(1);
      assertThat(count(harness, Counts.failed("known"))).isEqualTo(1);
      assertThat(count(harness, Counts.APPLIED)).isEqualTo(1);
    }
  }

  @Test
  void quarantineSetsAsideWithPlaceReasonAndBytes() throws Exception {
    try (var harness = harness(Action.QUARANTINE, false, OnInvalid.FAIL)) {
      harness.processElement(row(1, "a", null, 3), 0);
      assertThat(harness.extractOutputValues()).isEmpty();
      RejectedEvent rejected = rejected(harness);
      assertThat(rejected.flow()).isEqualTo("view");
      assertThat(rejected.source()).isEqualTo("feed");
      assertThat(rejected.position()).isEqualTo("in.csv:3");
      assertThat(rejected.reason()).isEqualTo("expectation:known");
      assertThat(rejected.message()).isEqualTo("violates known (op IN ('I'))");
      assertThat(new String(rejected.raw(), UTF_8)).isEqualTo("1,a");
      assertThat(count(harness, Counts.REJECTED)).isEqualTo(1);
    }
  }

  @Test
  void failUpdateStopsForGoodAndNamesThePlace() throws Exception {
    try (var harness = harness(Action.FAIL_UPDATE, false, OnInvalid.QUARANTINE)) {
      assertThatThrownBy(() -> harness.processElement(row(1, "secret", false, 3), 0))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("feed in.csv:3 violates expectation known (op IN ('I')) of view")
          .hasMessageNotContaining("secret");
    }
  }

  @Test
  void aValueThatDoesNotFitIsRejected() throws Exception {
    try (var harness = harness(Action.WARN, false, OnInvalid.QUARANTINE)) {
      harness.processElement(row(1, "too long", true, 4), 0);
      RejectedEvent rejected = rejected(harness);
      assertThat(rejected.reason()).isEqualTo("misfit");
      assertThat(rejected.message()).contains("column f1").contains("VARCHAR(5)");
    }
  }

  @Test
  void aValueThatDoesNotFitStopsTheJobWhereTheOptionSaysSo() throws Exception {
    try (var harness = harness(Action.WARN, false, OnInvalid.FAIL)) {
      assertThatThrownBy(() -> harness.processElement(row(1, "too long", true, 4), 0))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("misfit")
          .hasMessageContaining("'on-invalid' = 'quarantine'");
    }
  }

  private static OneInputStreamOperatorTestHarness<RowData, RowData> harness(
      Action action, boolean keepOrigin, OnInvalid onInvalid) throws Exception {
    ExpectationFunction function =
        new ExpectationFunction(
            Step.view("view"),
            "unknown",
            RowFit.of(QUERY, COLUMNS),
            List.of(new Expectation("known", "op IN ('I')", 2, action)),
            3,
            keepOrigin,
            onInvalid);
    var harness =
        new OneInputStreamOperatorTestHarness<RowData, RowData>(new ProcessOperator<>(function));
    Harnesses.withoutKryo(harness)
        .setup(InternalTypeInfo.of(function.outputType()).toRowSerializer());
    harness.open();
    return harness;
  }

  private static RejectedEvent rejected(
      OneInputStreamOperatorTestHarness<RowData, RowData> harness) {
    return harness.getSideOutput(RejectedEvent.TAG).stream()
        .map(StreamRecord::getValue)
        .findFirst()
        .orElseThrow();
  }

  private static long count(OneInputStreamOperatorTestHarness<?, ?> harness, String counter) {
    return Harnesses.count(harness, Step.view("view"), counter);
  }

  private static GenericRowData columns(int id, String name) {
    return GenericRowData.of(id, StringData.fromString(name));
  }

  private static GenericRowData row(int id, String name, Boolean met, long line) {
    byte[] raw = (id + "," + name).getBytes(UTF_8);
    return GenericRowData.of(
        id, StringData.fromString(name), met, EventOrigin.of("feed", "in.csv", line, raw, 1000L));
  }
}
