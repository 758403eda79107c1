/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderFunctionTest {
  private static final RowType TYPE =
      RowType.of(new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH));
  private static final List<LogicalType> SEQUENCE = List.of(new BigIntType());
  private static final Duration RETENTION = Duration.ofHours(1);
  private static final RowKeySelector KEYS = RowKeySelector.of(TYPE, List.of(0));

  private final SequenceEncoder sequences = SequenceEncoder.of(SEQUENCE);
  private final List<Harness> harnesses = new ArrayList<>();
  private long wallClock = 1_000_000_000L;

  @AfterEach
  void close() throws Exception {
    for (Harness harness : harnesses) {
      harness.close();
    }
  }

  @Test
  void acceptedEventsGoOnAndStaleOnesAreMarked() throws Exception {
    start(RETENTION);
    assertThat(send(upsert(1, "a", 5), upsert(1, "old", 4), delete(1, 6), upsert(1, "old", 5)))
        .containsExactly("U1a@5", "U1old@4 stale", "D1@6", "U1old@5 stale");
    assertThat(count(Counts.APPLIED)).isEqualTo(2);
    assertThat(count(Counts.DELETED)).isEqualTo(1);
    assertThat(count(Counts.STALE)).isEqualTo(2);
    assertThat(count(Counts.OUT_OF_ORDER)).isEqualTo(2);
    assertThat(count(Counts.GREATEST_LATENESS)).isEqualTo(1);
  }

  @Test
  void anExactDuplicateStopsAndOtherKeysAreUntouched() throws Exception {
    start(RETENTION);
    assertThat(
            send(
                upsert(1, "a", 5),
                upsert(1, "a", 5),
                upsert(2, "a", 5),
                delete(3, 5),
                delete(3, 5)))
        .containsExactly("U1a@5", "U2a@5", "D3@5");
    assertThat(count(Counts.DUPLICATE)).isEqualTo(2);
    assertThat(count(Counts.TIES)).isZero();
    assertThat(count(Counts.OUT_OF_ORDER)).isZero();
  }

  @Test
  void theUpsertWinsATieInEitherOrder() throws Exception {
    start(RETENTION);
    assertThat(send(upsert(1, "a", 5), delete(1, 5), delete(2, 5), upsert(2, "a", 5)))
        .containsExactly("U1a@5", "D1@5 stale", "D2@5", "U2a@5");
    assertThat(count(Counts.TIES)).isEqualTo(2);
    assertThat(count(Counts.STALE)).isEqualTo(1);
    assertThat(count(Counts.OUT_OF_ORDER)).isZero();
    assertThat(send(upsert(2, "late", 4), upsert(2, "b", 6)))
        .containsExactly("U2late@4 stale", "U2b@6");
  }

  @Test
  void theLaterArrivalWinsATieOfUpserts() throws Exception {
    start(RETENTION);
    assertThat(send(upsert(1, "a", 5), upsert(1, "b", 5), upsert(1, "b", 5)))
        .containsExactly("U1a@5", "U1b@5");
    assertThat(count(Counts.TIES)).isEqualTo(1);
    assertThat(count(Counts.DUPLICATE)).isEqualTo(1);
  }

  @Test
  void rowsHaveStateAndNoTimers() throws Exception {
    start(RETENTION);
    send(upsert(1, "a", 5), upsert(2, "a", 5), upsert(1, "b", 6));
    assertThat(one().numKeyedStateEntries()).isEqualTo(2);
    assertThat(one().numProcessingTimeTimers()).isZero();
    assertThat(one().numEventTimeTimers()).isZero();
    pass(Duration.ofDays(400));
    assertThat(send(upsert(1, "old", 5))).containsExactly("U1old@5 stale");
  }

  @Test
  void aTombstoneKeepsOlderUpsertsOutForItsRetention() throws Exception {
    start(RETENTION);
    send(delete(1, 5));
    assertThat(one().numProcessingTimeTimers()).isEqualTo(1);
    pass(RETENTION);
    assertThat(send(upsert(1, "old", 4))).containsExactly("U1old@4 stale");
    pass(Duration.ofSeconds(1));
    assertThat(one().numKeyedStateEntries()).isZero();
    assertThat(one().numProcessingTimeTimers()).isZero();
    assertThat(send(upsert(1, "old", 4))).containsExactly("U1old@4");
  }

  @Test
  void aRowThatCameBackStays() throws Exception {
    start(RETENTION);
    send(delete(1, 5), upsert(1, "a", 6));
    pass(RETENTION.multipliedBy(3));
    assertThat(one().numKeyedStateEntries()).isEqualTo(1);
    assertThat(one().numProcessingTimeTimers()).isZero();
    assertThat(send(upsert(1, "old", 5))).containsExactly("U1old@5 stale");
  }

  @Test
  void aLaterDeleteStartsItsOwnRetention() throws Exception {
    start(RETENTION);
    send(delete(1, 5));
    pass(RETENTION.dividedBy(2));
    send(delete(1, 6));
    pass(RETENTION.minusMinutes(1));
    assertThat(send(upsert(1, "old", 4))).containsExactly("U1old@4 stale");
    pass(Duration.ofMinutes(2));
    assertThat(one().numKeyedStateEntries()).isZero();
  }

  @Test
  void aRedeliveredDeleteDoesNotProlongItsTombstone() throws Exception {
    start(RETENTION);
    send(delete(1, 5));
    pass(RETENTION.minusMinutes(1));
    send(delete(1, 5));
    pass(Duration.ofMinutes(2));
    assertThat(one().numKeyedStateEntries()).isZero();
  }

  @Test
  void zeroRetentionKeepsTombstonesForEver() throws Exception {
    start(Duration.ZERO);
    send(delete(1, 5));
    assertThat(one().numProcessingTimeTimers()).isZero();
    pass(Duration.ofDays(4000));
    assertThat(send(upsert(1, "old", 4))).containsExactly("U1old@4 stale");
  }

  @Test
  void downtimeDoesNotAgeTombstones() throws Exception {
    start(RETENTION);
    pass(Duration.ofHours(5));
    send(delete(1, 5));
    pass(RETENTION.dividedBy(2));
    OperatorSubtaskState state = stop();
    wallClock += Duration.ofDays(3).toMillis();
    restart(state, 1, 1, RETENTION);
    pass(RETENTION.dividedBy(2).minusSeconds(1));
    assertThat(send(upsert(1, "old", 4))).containsExactly("U1old@4 stale");
    pass(Duration.ofSeconds(2));
    assertThat(one().numKeyedStateEntries()).isZero();
    assertThat(one().numProcessingTimeTimers()).isZero();
  }

  @Test
  void aRetentionMadeLongerHoldsForTombstonesThatAreThere() throws Exception {
    start(RETENTION);
    send(delete(1, 5));
    restart(stop(), 1, 1, RETENTION.multipliedBy(2));
    pass(RETENTION.plusMinutes(30));
    assertThat(send(upsert(1, "old", 4))).containsExactly("U1old@4 stale");
    pass(RETENTION);
    assertThat(one().numKeyedStateEntries()).isZero();
  }

  @Test
  void aRetentionMadeEndlessKeepsTombstonesThatAreThere() throws Exception {
    start(RETENTION);
    send(delete(1, 5));
    restart(stop(), 1, 1, Duration.ZERO);
    pass(Duration.ofDays(100));
    assertThat(send(upsert(1, "old", 4))).containsExactly("U1old@4 stale");
  }

  @Test
  void stateTimersAndCountsSurviveRescaling() throws Exception {
    start(RETENTION);
    restart(stop(), 1, 2, RETENTION);
    for (int key = 0; key < 50; key++) {
      send(key % 2 == 0 ? upsert(key, "a", 10) : delete(key, 10));
    }
    send(upsert(0, "a", 10), upsert(0, "b", 10), upsert(0, "c", 3));
    restart(stop(), 2, 3, RETENTION);
    for (int key = 0; key < 50; key++) {
      assertThat(send(upsert(key, "old", 9))).containsExactly("U" + key + "old@9 stale");
    }
    wallClock += Duration.ofDays(1).toMillis();
    restart(stop(), 3, 1, RETENTION);
    assertThat(count(Counts.APPLIED)).isEqualTo(51);
    assertThat(count(Counts.DELETED)).isEqualTo(25);
    assertThat(count(Counts.STALE)).isEqualTo(51);
    assertThat(count(Counts.DUPLICATE)).isEqualTo(1);
    assertThat(count(Counts.TIES)).isEqualTo(1);
    assertThat(count(Counts.GREATEST_LATENESS)).isEqualTo(7);
    assertThat(one().numKeyedStateEntries()).isEqualTo(50);
    pass(RETENTION.plusSeconds(1));
    assertThat(one().numKeyedStateEntries()).isEqualTo(25);
    assertThat(one().numProcessingTimeTimers()).isZero();
  }

  @Test
  void countsAreThoseOfTheCheckpoint() throws Exception {
    start(RETENTION);
    send(upsert(1, "a", 1));
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    send(upsert(1, "b", 2), upsert(1, "c", 3));
    stop();
    restart(state, 1, 1, RETENTION);
    assertThat(count(Counts.APPLIED)).isEqualTo(1);
    assertThat(send(upsert(1, "b", 2), upsert(1, "c", 3))).containsExactly("U1b@2", "U1c@3");
    assertThat(count(Counts.APPLIED)).isEqualTo(3);
  }

  private void start(Duration retention) throws Exception {
    harnesses.add(harness(0, 1, retention, OperatorSubtaskState.builder().build()));
  }

  private OperatorSubtaskState stop() throws Exception {
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    close();
    harnesses.clear();
    return state;
  }

  private void restart(OperatorSubtaskState state, int from, int to, Duration retention)
      throws Exception {
    for (int i = 0; i < to; i++) {
      harnesses.add(harness(i, to, retention, Harnesses.part(state, from, to, i)));
    }
  }

  private Harness harness(
      int subtask, int parallelism, Duration retention, OperatorSubtaskState state)
      throws Exception {
    Harness harness =
        Harnesses.withoutKryo(
            new Harness(
                new OrderFunction(
                    new OrderOptions("t", TYPE, List.of(0), SEQUENCE, -1, false, retention)),
                parallelism,
                subtask));
    harness.setup(ChangeEventTypeInfo.of(TYPE).createSerializer(new SerializerConfigImpl()));
    harness.setProcessingTime(wallClock);
    harness.initializeState(state);
    harness.open();
    return harness;
  }

  private Harness one() {
    assertThat(harnesses).hasSize(1);
    return harnesses.get(0);
  }

  private void pass(Duration time) throws Exception {
    wallClock += time.toMillis();
    for (Harness harness : harnesses) {
      harness.setProcessingTime(wallClock);
    }
  }

  private List<String> send(ChangeEvent... events) throws Exception {
    return Harnesses.send(harnesses, KEYS, events).stream().map(this::text).toList();
  }

  private long count(String counter) {
    return Harnesses.count(harnesses, Step.table("t"), counter);
  }

  private ChangeEvent upsert(long key, String value, long sequence) {
    return ChangeEvent.upsert(GenericRowData.of(key, StringData.fromString(value)), at(sequence));
  }

  private ChangeEvent delete(long key, long sequence) {
    return ChangeEvent.delete(GenericRowData.of(key, null), at(sequence));
  }

  private Sequence at(long sequence) {
    return sequences.encode(GenericRowData.of(sequence), 0);
  }

  private String text(ChangeEvent event) {
    return (event.delete() ? "D" : "U")
        + event.row().getLong(0)
        + (event.row().isNullAt(1) ? "" : event.row().getString(1))
        + "@"
        + sequences.decode(event.sequence()).getLong(0)
        + (event.stale() ? " stale" : "");
  }

  private static final class Harness
      extends KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent> {
    private Harness(OrderFunction function, int parallelism, int subtask) throws Exception {
      super(
          new KeyedProcessOperator<>(function),
          KEYS.forEvents(),
          RowKeyTypeInfo.INSTANCE,
          Harnesses.MAX_PARALLELISM,
          parallelism,
          subtask);
    }
  }
}
