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
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChangeFeedFunctionTest {
  private static final LogicalType INT = new IntType();
  private static final RowType TYPE = type("id", "v");
  private static final RowType MORE = type("id", "new", "v");
  private static final SequenceEncoder SEQUENCES = SequenceEncoder.of(List.of(INT));

  private RowType columns = TYPE;
  private KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData> harness;

  private static RowType type(String... columns) {
    LogicalType[] types = new LogicalType[columns.length];
    Arrays.fill(types, INT);
    return RowType.of(types, columns);
  }

  @BeforeEach
  void start() throws Exception {
    start(null);
  }

  private void start(@Nullable OperatorSubtaskState state) throws Exception {
    ChangeFeedOptions options = new ChangeFeedOptions(columns, List.of(0), List.of(INT), INT);
    harness =
        Harnesses.withoutKryo(
            new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyedProcessOperator<>(new ChangeFeedFunction(options)),
                RowKeySelector.of(columns, List.of(0)).forEvents(),
                RowKeyTypeInfo.INSTANCE));
    harness.setup(new RowDataSerializer(options.outputType()));
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  @Test
  void tellsWhatEachEventDoesToTheTable() throws Exception {
    assertThat(
            send(
                upsert(1, 10, 5),
                upsert(1, 11, 6),
                upsert(2, 20, 6),
                delete(1, 7),
                upsert(1, 12, 8)))
        .containsExactly(
            "1,10,insert,5",
            "1,11,update_postimage,6",
            "2,20,insert,6",
            "1,11,delete,7",
            "1,12,insert,8");
  }

  @Test
  void whatChangesNothingIsNoChange() throws Exception {
    assertThat(send(delete(1, 5), upsert(1, 10, 4).asStale(), delete(1, 3).asStale())).isEmpty();
  }

  @Test
  void rowsOfAnEarlierJobGetItsColumns() throws Exception {
    send(upsert(1, 10, 5), upsert(2, 20, 5));
    OperatorSubtaskState state = harness.snapshot(1, 1);
    harness.close();
    columns = MORE;
    start(state);

    assertThat(send(delete(1, 6), ChangeEvent.upsert(GenericRowData.of(2, 7, 21), sequence(6))))
        .containsExactly("1,null,10,delete,6", "2,7,21,update_postimage,6");
  }

  private List<String> send(ChangeEvent... events) throws Exception {
    for (ChangeEvent event : events) {
      harness.processElement(event, 0);
    }
    List<String> out = harness.extractOutputValues().stream().map(this::text).toList();
    harness.getOutput().clear();
    return out;
  }

  private String text(RowData row) {
    assertThat(row.getRowKind()).isEqualTo(RowKind.INSERT);
    StringBuilder text = new StringBuilder();
    int arity = columns.getFieldCount();
    for (int i = 0; i < arity; i++) {
      text.append(row.isNullAt(i) ? "null" : String.valueOf(row.getInt(i))).append(',');
    }
    return text.append(row.getString(arity)).append(',').append(row.getInt(arity + 1)).toString();
  }

  private static ChangeEvent upsert(int id, int v, int seq) {
    return ChangeEvent.upsert(GenericRowData.of(id, v), sequence(seq));
  }

  /** With the key only. */
  private ChangeEvent delete(int id, int seq) {
    GenericRowData row = new GenericRowData(columns.getFieldCount());
    row.setField(0, id);
    return ChangeEvent.delete(row, sequence(seq));
  }

  private static Sequence sequence(int value) {
    return SEQUENCES.encode(GenericRowData.of(value), 0);
  }
}
