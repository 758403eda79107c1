/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import dev.deltacdc.functions.event.Truncate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendLoader;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class TruncatingOrderOperatorTest {
  private static final RowType TYPE =
      RowType.of(new BigIntType(), new BigIntType(), new TimestampType(6));
  private static final List<LogicalType> SEQUENCE = List.of(new BigIntType());
  private static final Duration RETENTION = Duration.ofHours(1);

  private final SequenceEncoder sequences = SequenceEncoder.of(SEQUENCE);
  private OrderSubtasks order;
  private boolean dated;

  @AfterEach
  void close() throws Exception {
    if (order != null) {
      order.close();
    }
  }

  @Test
  void rowsThatAreNotNewerGoAndTheirStateToo() throws Exception {
    start(false, 1);
    send(upsert(1, 4), upsert(2, 5), upsert(3, 6), delete(4, 3), delete(5, 7));
    assertThat(truncate(5, 0)).containsExactlyInAnyOrder("D1@5+", "D2@5+");
    assertThat(order.keysInState()).isEqualTo(2);
    assertThat(truncate(5, 0)).isEmpty();
    assertThat(truncate(4, 0)).isEmpty();
    assertThat(truncate(8, 0)).containsExactly("D3@8+");
    assertThat(order.keysInState()).isZero();
  }

  @Test
  void whatArrivesBehindItsTruncateHasNoEffect() throws Exception {
    start(false, 1);
    send(upsert(1, 6));
    truncate(5, 0);
    // The delete is for a row that a lost state had written; else it has no effect.
    assertThat(send(upsert(2, 5), delete(2, 4)))
        .containsExactly("D2@5+", "U2@5 stale", "D2@5+", "D2@4 stale");
    assertThat(send(upsert(1, 5))).containsExactly("U1@5 stale");
    assertThat(send(upsert(2, 6), upsert(2, 6), upsert(2, 5)))
        .containsExactly("U2@6", "U2@5 stale");
    assertThat(order.keysInState()).isEqualTo(2);
    assertThat(order.count(Counts.APPLIED)).isEqualTo(2);
    assertThat(order.count(Counts.STALE)).isEqualTo(4);
    assertThat(order.count(Counts.DUPLICATE)).isEqualTo(1);
    assertThat(order.count(Counts.OUT_OF_ORDER)).isEqualTo(2);
    assertThat(order.count(Counts.TIES)).isZero();
  }

  @Test
  void aSnapshotSeesTheDeleteOfEveryKeyWhicheverCameFirst() throws Exception {
    start(true, 1);
    send(upsert(1, 4), upsert(2, 6), delete(3, 4), delete(4, 6));
    assertThat(truncate(5, 77))
        .containsExactlyInAnyOrder(
            "D1@5+ 77", "D2@5+ 77 stale", "D3@5+ 77 stale", "D4@5+ 77 stale");
    assertThat(send(upsert(1, 3))).containsExactly("U1@3 1 stale", "D1@5+ 77 stale");
    assertThat(send(upsert(2, 3))).containsExactly("U2@3 1 stale", "D2@5+ 77 stale");
    // A snapshot ignores stale events of an id that it doesn't know.
    assertThat(send(upsert(5, 3))).containsExactly("D5@5+ 77", "U5@3 1 stale");
    assertThat(send(upsert(5, 2))).containsExactly("U5@2 1 stale", "D5@5+ 77 stale");
    assertThat(send(upsert(5, 6))).containsExactly("U5@6 1");
  }

  @Test
  void forASnapshotOlderTruncatesCountThatAreEarlier() throws Exception {
    start(true, 1);
    send(upsert(1, 4));
    assertThat(truncate(9, 90)).containsExactly("D1@9+ 90");
    assertThat(truncate(5, 50)).containsExactly("D1@5+ 50 stale");
    assertThat(truncate(7, 95)).isEmpty();
    assertThat(send(upsert(2, 4), upsert(3, 6)))
        .containsExactly("D2@5+ 50", "U2@4 1 stale", "D3@9+ 90", "U3@6 1 stale");
  }

  @Test
  void aTruncatedKeyKeepsATombstoneWhereASnapshotReads() throws Exception {
    start(true, 2);
    send(upsert(1, 4), upsert(2, 4), delete(3, 4));
    truncate(5, 50);
    send(upsert(4, 4));
    assertThat(order.keysInState()).isEqualTo(4);
    order.restart(true, 1);
    assertThat(truncate(4, 40)).hasSize(4);
    order.pass(RETENTION.plusSeconds(1));
    assertThat(order.keysInState()).isZero();
    assertThat(order.timers()).isZero();
    assertThat(send(upsert(1, 5))).containsExactly("D1@5+ 50", "U1@5 1 stale");
  }

  @Test
  void aTruncateFromBeforeTheSnapshotIsDatedAsTheEventIs() throws Exception {
    start(true, 1);
    order.truncate(Truncate.of(at(5), null));
    assertThat(send(upsert(1, 4))).containsExactly("D1@5+ 1", "U1@4 1 stale");
  }

  @Test
  void truncatesHoldAcrossRestartsAndRescaling() throws Exception {
    start(false, 2);
    for (long key = 0; key < 50; key++) {
      send(upsert(key, key % 2 == 0 ? 3 : 8));
    }
    assertThat(truncate(5, 0)).hasSize(25);
    order.restart(true, 3);
    for (long key = 0; key < 50; key++) {
      List<String> out = send(upsert(key, 5));
      assertThat(out).contains("U" + key + "@5 stale").doesNotContain("U" + key + "@5");
    }
    order.restart(true, 1);
    assertThat(truncate(5, 0)).isEmpty();
    assertThat(truncate(8, 0)).hasSize(25);
    assertThat(order.keysInState()).isZero();
  }

  @Test
  void aJobGoesOnWhenItsTruncateFlowIsAddedOrRemoved() throws Exception {
    order = new OrderSubtasks(options(-1), false, 2);
    send(upsert(1, 4), delete(2, 6));
    order.restart(true, 1);
    assertThat(truncate(5, 0)).containsExactly("D1@5+");
    order.restart(false, 2);
    // Without the clause, no new ones come; those that came keep out what they removed.
    assertThat(send(upsert(1, 4), upsert(2, 4), upsert(1, 7)))
        .containsExactly("D1@5+", "U1@4 stale", "U2@4 stale", "U1@7");
    order.restart(false, 1);
    order.restart(true, 1);
    assertThat(send(upsert(3, 5))).containsExactly("D3@5+", "U3@5 stale");
    assertThat(truncate(6, 0)).isEmpty();
    order.pass(RETENTION.plusSeconds(1));
    assertThat(order.timers()).isZero();
    assertThat(order.keysInState()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void aWalkChangesTheStateItGoesThrough(String backend) throws Exception {
    for (int eventTime : new int[] {-1, 2}) {
      try (OrderSubtasks subtasks =
          new OrderSubtasks(options(eventTime), true, 1, backend(backend))) {
        for (long key = 0; key < 5_000; key++) {
          subtasks.send(upsert(key, key % 3 == 0 ? 7 : 4));
        }
        List<ChangeEvent> out = subtasks.truncate(Truncate.of(at(5), time(50)));
        assertThat(out.stream().filter(event -> !event.stale())).hasSize(3_333);
        assertThat(out.stream().map(event -> event.row().getLong(0))).doesNotHaveDuplicates();
        subtasks.restart(true, 1);
        out = subtasks.truncate(Truncate.of(at(7), time(70)));
        assertThat(out.stream().filter(event -> !event.stale())).hasSize(1_667);
        assertThat(out).hasSize(eventTime < 0 ? 1_667 : 5_000);
        subtasks.pass(RETENTION.plusSeconds(1));
        assertThat(subtasks.truncate(Truncate.of(at(9), time(90)))).isEmpty();
      }
    }
  }

  @Test
  void aKeyCannotBeTheEventTime() {
    assertThatThrownBy(
            () -> new OrderOptions("t", TYPE, List.of(0, 2), SEQUENCE, 2, false, RETENTION))
        .hasMessageContaining("f2 is a key");
  }

  private static StateBackend backend(String name) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(StateBackendOptions.STATE_BACKEND, name);
    return StateBackendLoader.loadStateBackendFromConfig(
        configuration,
        Thread.currentThread().getContextClassLoader(),
        LoggerFactory.getLogger(TruncatingOrderOperatorTest.class));
  }

  private void start(boolean snapshot, int parallelism) throws Exception {
    dated = snapshot;
    order = new OrderSubtasks(options(snapshot ? 2 : -1), true, parallelism);
  }

  private static OrderOptions options(int eventTime) {
    return new OrderOptions("t", TYPE, List.of(0), SEQUENCE, eventTime, false, RETENTION);
  }

  private List<String> send(ChangeEvent... events) throws Exception {
    List<ChangeEvent> out = new ArrayList<>();
    for (ChangeEvent event : events) {
      out.addAll(order.send(event));
    }
    return texts(out.stream());
  }

  /** A truncate whose event time is a number of milliseconds, 0 for none. */
  private List<String> truncate(long sequence, long millis) throws Exception {
    return texts(
        order.truncate(Truncate.of(at(sequence), millis == 0 ? null : time(millis))).stream());
  }

  /** Rows (key, value, time), all of them at 1 ms. */
  private ChangeEvent upsert(long key, long sequence) {
    return ChangeEvent.upsert(GenericRowData.of(key, sequence, time(1)), at(sequence));
  }

  private ChangeEvent delete(long key, long sequence) {
    return ChangeEvent.delete(GenericRowData.of(key, null, time(1)), at(sequence));
  }

  private Sequence at(long sequence) {
    return sequences.encode(GenericRowData.of(sequence), 0);
  }

  private static TimestampData time(long millis) {
    return TimestampData.fromEpochMillis(millis);
  }

  private List<String> texts(Stream<ChangeEvent> events) {
    return events.map(this::text).toList();
  }

  /** As {@code D1@5+ 77 stale}: kind, key, sequence, + where right behind it, event time if any. */
  private String text(ChangeEvent event) {
    String time = dated ? " " + event.row().getTimestamp(2, 6).getMillisecond() : "";
    boolean behind = event.sequence().bytes().length > Long.BYTES;
    return (event.delete() ? "D" : "U")
        + event.row().getLong(0)
        + "@"
        + sequences.decode(event.sequence()).getLong(0)
        + (behind ? "+" : "")
        + time
        + (event.stale() ? " stale" : "");
  }
}
