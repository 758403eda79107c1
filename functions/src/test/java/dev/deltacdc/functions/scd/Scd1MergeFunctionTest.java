/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.nulls.NullLeaves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Scd1MergeFunctionTest {
  private static final LogicalType INT = new IntType();
  private static final RowType TYPE = type(List.of("id", "l", "r"));
  private static final RowType MORE = type(List.of("id", "new", "l", "r"));
  private static final NullLeaves NULLS = NullLeaves.of(TYPE, List.of(1, 2));
  private static final RowKeySelector KEYS = RowKeySelector.of(TYPE, List.of(0));
  private static final Duration RETENTION = Duration.ofHours(1);

  private final List<Harness> harnesses = new ArrayList<>();
  private long wallClock = 1_000_000_000L;

  private static RowType type(List<String> columns) {
    return RowType.of(
        columns.stream().map(column -> INT).toArray(LogicalType[]::new),
        columns.toArray(new String[0]));
  }

  @AfterEach
  void close() throws Exception {
    for (Harness harness : harnesses) {
      harness.close();
    }
    harnesses.clear();
  }

  @Test
  void aRowGoesOutWholeWhenItChanged() throws Exception {
    start(RETENTION);
    assertThat(
            send(
                upsert(1, 7, null, 5),
                upsert(1, null, null, 6),
                upsert(1, 7, null, 7),
                upsert(1, null, 8, 8)))
        .containsExactly("+U(1,7,null)", "+U(1,7,8)");
  }

  @Test
  void aLateUpsertFillsWhatNoNewerEventHasSet() throws Exception {
    start(RETENTION);
    assertThat(
            send(
                upsert(1, 7, null, 5),
                upsert(1, 1, 1, 2).asStale(),
                upsert(1, 2, 2, 3).asStale(),
                upsert(1, 0, 0, 1).asStale()))
        .containsExactly("+U(1,7,null)", "+U(1,7,1)", "+U(1,7,2)");
  }

  @Test
  void aLateNullThatIsNotIgnoredSetsNull() throws Exception {
    start(RETENTION);
    assertThat(
            send(
                upsert(1, 1, 1, 1),
                upsert(1, 5, null, 5),
                ChangeEvent.upsert(GenericRowData.of(1, null, null), at(3)).asStale(),
                upsert(1, 2, 2, 2).asStale()))
        .containsExactly("+U(1,1,1)", "+U(1,5,1)", "+U(1,5,null)");
  }

  @Test
  void aLateDeleteResetsWhatOlderEventsHadSet() throws Exception {
    start(RETENTION);
    assertThat(
            send(
                upsert(1, 1, 1, 1),
                upsert(1, 5, null, 5),
                delete(1, 3).asStale(),
                delete(1, 2).asStale(),
                upsert(1, 2, 2, 2).asStale(),
                upsert(1, 4, 4, 4).asStale()))
        .containsExactly("+U(1,1,1)", "+U(1,5,1)", "+U(1,5,null)", "+U(1,5,4)");
  }

  @Test
  void aDeletedRowComesBackWithoutItsValues() throws Exception {
    start(RETENTION);
    assertThat(
            send(
                upsert(1, 1, 1, 1),
                delete(1, 3),
                delete(1, 4),
                upsert(1, 2, 2, 2).asStale(),
                upsert(1, null, 5, 5),
                upsert(1, 3, 3, 3).asStale()))
        .containsExactly("+U(1,1,1)", "-D(1,null,null)", "+U(1,null,5)");
  }

  @Test
  void ofADeleteAndAnUpsertTheRowIsThereWithoutOlderValues() throws Exception {
    start(RETENTION);
    assertThat(
            send(
                upsert(1, 1, 1, 1),
                upsert(1, 5, null, 5),
                delete(1, 5).asStale(),
                upsert(2, 1, 1, 1),
                delete(2, 5),
                upsert(2, 5, null, 5)))
        .containsExactly(
            "+U(1,1,1)",
            "+U(1,5,1)",
            "+U(1,5,null)",
            "+U(2,1,1)",
            "-D(2,null,null)",
            "+U(2,5,null)");
  }

  @Test
  void ofTwoUpsertsTheLaterArrivalWinsInWhatItSets() throws Exception {
    start(RETENTION);
    assertThat(send(upsert(1, 1, null, 5), upsert(1, null, 2, 5), upsert(1, 3, null, 5)))
        .containsExactly("+U(1,1,null)", "+U(1,1,2)", "+U(1,3,2)");
  }

  @Test
  void zerosThatAreEqualDoNotDependOnArrival() throws Exception {
    RowType doubles = RowType.of(INT, new DoubleType());
    MergeRule rule = MergeRule.of(doubles);
    ChangeEvent older = ChangeEvent.upsert(GenericRowData.of(1, 0.0), at(1));
    ChangeEvent newer = ChangeEvent.upsert(GenericRowData.of(1, -0.0), at(2));
    assertThat(rule.upsert(rule.upsert(null, newer), older)).isNull();
    assertThat(rule.upsert(rule.upsert(null, older), newer).row())
        .isEqualTo(GenericRowData.of(1, -0.0));
  }

  @Test
  void whatIsStaleAndUnknownIsOlderThanADelete() throws Exception {
    start(RETENTION);
    assertThat(send(upsert(1, 1, 1, 1).asStale(), delete(2, 1).asStale())).isEmpty();
    assertThat(total()).isZero();
    // The table may have a row of which the state is lost.
    assertThat(send(delete(3, 1))).containsExactly("-D(3,null,null)");
  }

  @Test
  void aTombstoneKeepsOlderUpsertsOutForItsRetention() throws Exception {
    start(RETENTION);
    send(upsert(1, 1, 1, 1), delete(1, 5));
    assertThat(one().numProcessingTimeTimers()).isEqualTo(1);
    pass(RETENTION);
    assertThat(send(upsert(1, 4, 4, 4))).isEmpty();
    pass(Duration.ofSeconds(1));
    assertThat(total()).isZero();
    assertThat(one().numProcessingTimeTimers()).isZero();
    assertThat(send(upsert(1, 4, null, 4))).containsExactly("+U(1,4,null)");
  }

  @Test
  void aLaterDeleteStartsItsOwnRetention() throws Exception {
    start(RETENTION);
    send(delete(1, 5));
    pass(RETENTION.dividedBy(2));
    send(delete(1, 6));
    pass(RETENTION.minusMinutes(1));
    assertThat(total()).isEqualTo(1);
    pass(Duration.ofMinutes(2));
    assertThat(total()).isZero();
  }

  @Test
  void aLivingRowKeepsItsLastDelete() throws Exception {
    start(RETENTION);
    send(delete(1, 3), upsert(1, 5, null, 5));
    pass(RETENTION.multipliedBy(100));
    assertThat(one().numProcessingTimeTimers()).isZero();
    assertThat(send(upsert(1, 2, 2, 2).asStale())).isEmpty();
    assertThat(send(upsert(1, 4, 4, 4).asStale())).containsExactly("+U(1,5,4)");
  }

  @Test
  void zeroRetentionKeepsTombstonesForEver() throws Exception {
    start(Duration.ZERO);
    send(delete(1, 5));
    assertThat(one().numProcessingTimeTimers()).isZero();
    pass(Duration.ofDays(4000));
    assertThat(send(upsert(1, 4, 4, 4))).isEmpty();
  }

  @Test
  void downtimeDoesNotAgeTombstones() throws Exception {
    start(RETENTION);
    send(delete(1, 5));
    pass(RETENTION.dividedBy(2));
    OperatorSubtaskState state = stop();
    wallClock += Duration.ofDays(3).toMillis();
    restart(TYPE, state, 1, 1);
    pass(RETENTION.dividedBy(2).minusSeconds(1));
    assertThat(total()).isEqualTo(1);
    pass(Duration.ofSeconds(2));
    assertThat(total()).isZero();
    assertThat(one().numProcessingTimeTimers()).isZero();
  }

  @Test
  void valuesAndTombstonesSurviveRescaling() throws Exception {
    start(RETENTION);
    for (int key = 0; key < 40; key++) {
      send(upsert(key, 1, 1, 1), key % 2 == 0 ? upsert(key, 5, null, 5) : delete(key, 5));
    }
    restart(TYPE, stop(), 1, 3);
    for (int key = 0; key < 40; key++) {
      List<String> late = send(upsert(key, 3, 3, 3).asStale());
      assertThat(late).isEqualTo(key % 2 == 0 ? List.of("+U(%d,5,3)".formatted(key)) : List.of());
    }
    restart(TYPE, stop(), 3, 2);
    for (int key = 0; key < 40; key++) {
      assertThat(send(upsert(key, null, 6, 6)))
          .containsExactly("+U(%d,%s,6)".formatted(key, key % 2 == 0 ? "5" : "null"));
    }
    pass(RETENTION.multipliedBy(2));
    assertThat(total()).isEqualTo(40);
  }

  @Test
  void aColumnThatCameSinceIsFilledByLateEventsToo() throws Exception {
    start(RETENTION);
    send(upsert(1, 1, 1, 1), upsert(1, null, 5, 5), delete(2, 5));
    restart(MORE, stop(), 1, 2);
    // Written once more before it is used.
    restart(MORE, stop(), 2, 1);
    NullLeaves nulls = NullLeaves.of(MORE, List.of(1, 2, 3));
    GenericRowData late = GenericRowData.of(1, 3, 3, 3);
    GenericRowData newer = GenericRowData.of(1, null, 6, null);
    assertThat(
            send(
                ChangeEvent.upsert(late, at(3), nulls.in(late)).asStale(),
                ChangeEvent.upsert(newer, at(6), nulls.in(newer)),
                ChangeEvent.upsert(GenericRowData.of(2, 4, 4, 4), at(4)).asStale()))
        .containsExactly("+U(1,3,3,5)", "+U(1,3,6,5)");
  }

  @Test
  void changesAlsoGoOutAsEventsWithTheGreatestSequence() throws Exception {
    start(RETENTION);
    send(upsert(1, 7, null, 5), upsert(1, null, 8, 3), upsert(1, null, null, 6), delete(1, 7));
    assertThat(one().getSideOutput(Scd1MergeFunction.events(TYPE)))
        .extracting(record -> text(record.getValue()))
        .containsExactly("+U(1,7,null)@5", "+U(1,7,8)@5", "-D(1,null,null)@7");
  }

  private static String text(ChangeEvent event) {
    return text(event.row()) + "@" + event.sequence().bytes()[0];
  }

  private void start(Duration retention) throws Exception {
    harnesses.add(harness(TYPE, retention, 0, 1, OperatorSubtaskState.builder().build()));
  }

  private OperatorSubtaskState stop() throws Exception {
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    close();
    return state;
  }

  private void restart(RowType type, OperatorSubtaskState state, int from, int to)
      throws Exception {
    for (int i = 0; i < to; i++) {
      harnesses.add(harness(type, RETENTION, i, to, Harnesses.part(state, from, to, i)));
    }
  }

  private Harness harness(
      RowType type, Duration retention, int subtask, int parallelism, OperatorSubtaskState state)
      throws Exception {
    Harness harness =
        Harnesses.withoutKryo(
            new Harness(new Scd1MergeFunction(type, retention), parallelism, subtask));
    harness.setup(new RowDataSerializer(type));
    harness.setProcessingTime(wallClock);
    harness.initializeState(state);
    harness.open();
    return harness;
  }

  private Harness one() {
    assertThat(harnesses).hasSize(1);
    return harnesses.get(0);
  }

  private int total() {
    return harnesses.stream().mapToInt(Harness::numKeyedStateEntries).sum();
  }

  private void pass(Duration time) throws Exception {
    wallClock += time.toMillis();
    for (Harness harness : harnesses) {
      harness.setProcessingTime(wallClock);
    }
  }

  private List<String> send(ChangeEvent... events) throws Exception {
    List<String> out = new ArrayList<>();
    for (ChangeEvent event : events) {
      Harness harness =
          harnesses.get(
              KeyGroupRangeAssignment.assignKeyToParallelOperator(
                  KEYS.getKey(event.row()), Harnesses.MAX_PARALLELISM, harnesses.size()));
      harness.processElement(event, 0);
      harness.extractOutputValues().forEach(row -> out.add(text(row)));
      harness.getOutput().clear();
    }
    return out;
  }

  private static ChangeEvent upsert(
      int key, @Nullable Integer l, @Nullable Integer r, int sequence) {
    GenericRowData row = GenericRowData.of(key, l, r);
    return ChangeEvent.upsert(row, at(sequence), NULLS.in(row));
  }

  private static ChangeEvent delete(int key, int sequence) {
    return ChangeEvent.delete(GenericRowData.of(key, null, null), at(sequence));
  }

  private static Sequence at(int sequence) {
    return Sequence.of(new byte[] {(byte) sequence});
  }

  private static String text(RowData row) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < row.getArity(); i++) {
      fields.add(row.isNullAt(i) ? "null" : String.valueOf(row.getInt(i)));
    }
    return row.getRowKind().shortString() + "(" + String.join(",", fields) + ")";
  }

  private static final class Harness
      extends KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData> {
    private Harness(Scd1MergeFunction function, int parallelism, int subtask) throws Exception {
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
