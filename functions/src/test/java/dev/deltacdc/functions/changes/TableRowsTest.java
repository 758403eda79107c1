/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class TableRowsTest {
  private static final LogicalType INT = new IntType();
  private static final RowType TYPE = type("id", "v");
  private static final RowType MORE = type("id", "v", "more");
  private static final SequenceEncoder SEQUENCES = SequenceEncoder.of(List.of(INT));

  private static RowType type(String... columns) {
    LogicalType[] types = new LogicalType[columns.length];
    Arrays.fill(types, INT);
    return RowType.of(types, columns);
  }

  @Test
  void givesEachChangeWithTheRowFromBefore() throws Exception {
    try (var harness = harness(TYPE, null)) {
      assertThat(
              send(
                  harness,
                  upsert(5, 1, 10),
                  upsert(6, 1, 11),
                  upsert(6, 2, 20),
                  delete(7, 1),
                  upsert(8, 1, 12)))
          .containsExactly("+I(1,10)", "-U(1,10)", "+U(1,11)", "+I(2,20)", "-D(1,11)", "+I(1,12)");
    }
  }

  @Test
  void whatLeavesTheRowAsItIsGivesNothing() throws Exception {
    try (var harness = harness(TYPE, null)) {
      assertThat(
              send(
                  harness,
                  delete(4, 1),
                  upsert(5, 1, 10),
                  upsert(6, 1, 10),
                  upsert(3, 1, 9).asStale(),
                  delete(3, 1).asStale()))
          .containsExactly("+I(1,10)");
    }
  }

  @Test
  void whatLeavesARowAsItIsGivesNothingWhateverMadeIt() throws Exception {
    try (var harness = harness(TYPE, null)) {
      assertThat(
              send(
                  harness,
                  upsert(5, 1, 10),
                  upsert(6, 1, 11),
                  upsert(7, 1, 11),
                  delete(8, 1),
                  upsert(9, 1, 11),
                  upsert(10, 1, 11)))
          .containsExactly("+I(1,10)", "-U(1,10)", "+U(1,11)", "-D(1,11)", "+I(1,11)");
    }
  }

  @Test
  void rowsOfAnEarlierJobAreTakenBackWithTheColumnsOfThisOne() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness(TYPE, null)) {
      send(harness, upsert(5, 1, 10), upsert(5, 2, 20));
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness(MORE, state)) {
      assertThat(send(harness, delete(6, 1), upsert(6, 2, 20, 3)))
          .containsExactly("-D(1,10,null)", "-U(2,20,null)", "+U(2,20,3)");
    }
  }

  private static KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData> harness(
      RowType type, @Nullable OperatorSubtaskState state) throws Exception {
    KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData> harness =
        Harnesses.withoutKryo(
            new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyedProcessOperator<>(new TableRows(type)),
                RowKeySelector.of(type, List.of(0)).forEvents(),
                RowKeyTypeInfo.INSTANCE));
    harness.setup(new RowDataSerializer(type));
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
    return harness;
  }

  private static List<String> send(
      KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData> harness,
      ChangeEvent... events)
      throws Exception {
    for (ChangeEvent event : events) {
      harness.processElement(event, 0);
    }
    return harness.extractOutputValues().stream().map(TableRowsTest::text).toList();
  }

  private static String text(RowData row) {
    StringBuilder text = new StringBuilder(row.getRowKind().shortString()).append('(');
    for (int i = 0; i < row.getArity(); i++) {
      text.append(i == 0 ? "" : ",").append(row.isNullAt(i) ? "null" : row.getInt(i));
    }
    return text.append(')').toString();
  }

  private static ChangeEvent upsert(int sequence, Object... values) {
    return ChangeEvent.upsert(GenericRowData.of(values), sequence(sequence));
  }

  private static ChangeEvent delete(int sequence, int id) {
    return ChangeEvent.delete(GenericRowData.of(id, null), sequence(sequence));
  }

  private static Sequence sequence(int value) {
    return SEQUENCES.encode(GenericRowData.of(value), 0);
  }
}
