/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the order knows of the rows that a table has when its state is lost. */
class OrderOperatorTest {
  private static final RowType TYPE =
      RowType.of(new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH));
  private static final List<LogicalType> SEQUENCE = List.of(new BigIntType(), new IntType());
  private static final RowKeySelector KEYS = RowKeySelector.of(TYPE, List.of(0));

  private final SequenceEncoder sequences = SequenceEncoder.of(SEQUENCE);
  private final List<Harness> harnesses = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (Harness harness : harnesses) {
      harness.close();
    }
    harnesses.clear();
  }

  /** Rows (key, 5, key) of the keys 0 to {@code keys}. */
  private static ExistingRows rows(int keys) {
    return visitor -> {
      for (long key = 0; key < keys; key++) {
        visitor.row(GenericRowData.of(key, 5L, (int) key));
      }
    };
  }

  @Test
  void olderEventsThanTheRowsStayOut() throws Exception {
    start(rows(3), 1);
    assertThat(
            send(
                upsert(1, 5, 0),
                upsert(1, 4, 9),
                delete(2, 5, 1),
                upsert(1, 5, 2),
                delete(2, 5, 3),
                upsert(7, 1, 1)))
        .containsExactly(
            "U1@5,0 stale", "U1@4,9 stale", "D2@5,1 stale", "U1@5,2", "D2@5,3", "U7@1,1");
    assertThat(count(Counts.STALE)).isEqualTo(3);
    // Nothing came out of order: what is older than the rows may be read again.
    assertThat(count(Counts.OUT_OF_ORDER)).isZero();
  }

  @Test
  void theEventThatMadeARowIsTakenOnceMore() throws Exception {
    start(rows(3), 1);
    assertThat(send(upsert(1, 5, 1), upsert(1, 5, 1), delete(2, 5, 2), upsert(2, 5, 2)))
        .containsExactly("U1@5,1", "D2@5,2 stale", "U2@5,2");
    assertThat(count(Counts.DUPLICATE)).isEqualTo(1);
    assertThat(count(Counts.TIES)).isEqualTo(1); // the delete's
  }

  @Test
  void everySubtaskLearnsItsOwnKeys() throws Exception {
    start(rows(100), 3);
    assertThat(harnesses.stream().mapToInt(Harness::numKeyedStateEntries).sum()).isEqualTo(100);
    assertThat(harnesses).allMatch(harness -> harness.numKeyedStateEntries() > 0);
    for (long key = 0; key < 100; key++) {
      assertThat(send(upsert(key, 4, 0))).containsExactly("U" + key + "@4,0 stale");
    }
  }

  @Test
  void aRestoredOrderDoesNotAskForRows() throws Exception {
    start(rows(10), 2);
    send(upsert(1, 8, 0));
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    close();
    ExistingRows none =
        visitor -> {
          throw new AssertionError("asked for rows");
        };
    for (int subtask = 0; subtask < 3; subtask++) {
      harnesses.add(harness(none, subtask, 3, Harnesses.part(state, 2, 3, subtask)));
    }
    assertThat(send(upsert(1, 7, 0), upsert(2, 4, 0), upsert(3, 5, 3)))
        .containsExactly("U1@7,0 stale", "U2@4,0 stale", "U3@5,3");
  }

  @Test
  void aRowWithoutSequenceOrKeyIsNoObstacle() throws Exception {
    start(
        visitor -> {
          visitor.row(GenericRowData.of(1L, null, null));
          visitor.row(GenericRowData.of(null, 5L, 5));
          visitor.row(GenericRowData.of(2L, null, 5));
        },
        1);
    assertThat(send(upsert(1, 1, 1), upsert(2, 1, 1))).containsExactly("U1@1,1", "U2@1,1");
  }

  @Test
  void rowsMayRefuseTheStart() {
    assertThatThrownBy(
            () ->
                start(
                    visitor -> {
                      throw new IllegalStateException("not without state");
                    },
                    1))
        .hasMessageContaining("not without state");
  }

  private void start(ExistingRows rows, int parallelism) throws Exception {
    for (int subtask = 0; subtask < parallelism; subtask++) {
      harnesses.add(harness(rows, subtask, parallelism, OperatorSubtaskState.builder().build()));
    }
  }

  private Harness harness(
      ExistingRows rows, int subtask, int parallelism, OperatorSubtaskState state)
      throws Exception {
    Harness harness = Harnesses.withoutKryo(new Harness(rows, parallelism, subtask));
    harness.setup(ChangeEventTypeInfo.of(TYPE).createSerializer(new SerializerConfigImpl()));
    harness.initializeState(state);
    harness.open();
    return harness;
  }

  private List<String> send(ChangeEvent... events) throws Exception {
    return Harnesses.send(harnesses, KEYS, events).stream().map(this::text).toList();
  }

  private long count(String counter) {
    return Harnesses.count(harnesses, Step.table("t"), counter);
  }

  private ChangeEvent upsert(long key, long sequence, int second) {
    return ChangeEvent.upsert(
        GenericRowData.of(key, StringData.fromString("v")),
        sequences.encode(GenericRowData.of(sequence, second), 0));
  }

  private ChangeEvent delete(long key, long sequence, int second) {
    return ChangeEvent.delete(
        GenericRowData.of(key, null), sequences.encode(GenericRowData.of(sequence, second), 0));
  }

  private String text(ChangeEvent event) {
    return (event.delete() ? "D" : "U")
        + event.row().getLong(0)
        + "@"
        + sequences.decode(event.sequence()).getLong(0)
        + ","
        + sequences.decode(event.sequence()).getInt(1)
        + (event.stale() ? " stale" : "");
  }

  private static final class Harness
      extends KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent> {
    private Harness(ExistingRows rows, int parallelism, int subtask) throws Exception {
      super(
          new OrderOperator(
              new OrderFunction(
                  new OrderOptions(
                      "t", TYPE, List.of(0), SEQUENCE, -1, false, Duration.ofHours(1))),
              rows,
              List.of(new BigIntType()),
              SEQUENCE),
          KEYS.forEvents(),
          RowKeyTypeInfo.INSTANCE,
          Harnesses.MAX_PARALLELISM,
          parallelism,
          subtask);
    }
  }
}
