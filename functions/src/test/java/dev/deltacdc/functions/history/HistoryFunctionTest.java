/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.history.HistoryModel.Event;
import dev.deltacdc.functions.history.HistoryModel.Row;
import dev.deltacdc.functions.reject.RejectReason;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a history remembers, for how long, and what happens to events that come later still. */
class HistoryFunctionTest {
  private static final Duration WINDOW = Duration.ofDays(7);
  private static final Duration TOMBSTONE = Duration.ofDays(2);

  private HistoryPipeline pipeline;

  @BeforeEach
  void start() throws Exception {
    pipeline = new HistoryPipeline(HistoryPropertyTest.options(false), 1);
  }

  @AfterEach
  void close() throws Exception {
    pipeline.close();
  }

  private void upsert(int sequence, String second) throws Exception {
    pipeline.feed(HistoryPropertyTest.event(new Event(1, "f", second, sequence, false, false)));
  }

  private void delete(int sequence) throws Exception {
    pipeline.feed(HistoryPropertyTest.event(new Event(1, null, null, sequence, true, false)));
  }

  private static Row row(String second, int start, Integer end) {
    return new Row(1, "f", second, start, end);
  }

  private List<Row> table() {
    return HistoryPropertyTest.table(pipeline);
  }

  @Test
  void aClosedVersionStaysForTheLateWindowAfterItWasClosed() throws Exception {
    upsert(10, "a");
    pipeline.pass(Duration.ofDays(300));
    upsert(20, "b");
    assertThat(pipeline.timers()).isEqualTo(1);
    pipeline.pass(WINDOW);
    upsert(15, "late");
    assertThat(table()).containsExactly(row("a", 10, 15), row("late", 15, 20), row("b", 20, null));
    assertThat(pipeline.rejected()).isEmpty();
    assertThat(pipeline.count(HistoryFunction.CORRECTED)).isEqualTo(1);
  }

  @Test
  void afterTheWindowItIsFinalAndEarlierEventsGoToQuarantine() throws Exception {
    upsert(10, "a");
    upsert(20, "b");
    pipeline.pass(WINDOW.plusDays(1));
    assertThat(pipeline.changeable()).isEqualTo(1);
    assertThat(pipeline.stateEntries()).isEqualTo(1);
    assertThat(pipeline.timers()).isZero();
    for (int again = 0; again < 2; again++) {
      upsert(15, "late");
      delete(19);
      upsert(20, "tie");
    }
    assertThat(table()).containsExactly(row("a", 10, 20), row("b", 20, null));
    assertThat(pipeline.rejected())
        .hasSize(6)
        .allMatch(event -> event.reason().equals(RejectReason.TOO_LATE))
        .allMatch(event -> event.flow().equals("clientes"));
    // Redelivered, they are the same three rows of the quarantine table.
    assertThat(pipeline.rejected().stream().map(RejectedEvent::position).distinct()).hasSize(3);
    RejectedEvent first = pipeline.rejected().get(0);
    assertThat(first.message()).contains("15", "20", "history.late-window of 7 d");
    assertThat(new String(first.raw(), UTF_8))
        .contains(
            "\"second\":\"late\"", "\"__deltacdc_sequence\":15", "\"__deltacdc_delete\":false");
    // The last event once more is no late one, and newer ones are taken.
    upsert(20, "b");
    upsert(30, "c");
    assertThat(pipeline.rejected()).hasSize(6);
    assertThat(table()).containsExactly(row("a", 10, 20), row("b", 20, 30), row("c", 30, null));
  }

  @Test
  void aRowThatGoesOnKeepsItsStartWhenItsFirstVersionIsForgotten() throws Exception {
    upsert(10, "a");
    upsert(20, "a");
    upsert(30, "a");
    pipeline.pass(WINDOW.plusDays(1));
    assertThat(pipeline.stateEntries()).isEqualTo(1);
    assertThat(pipeline.changeable()).isEqualTo(1);
    upsert(40, "a");
    upsert(35, "b");
    assertThat(table()).containsExactly(row("a", 10, 35), row("b", 35, 40), row("a", 40, null));
    pipeline.restart(3, WINDOW.multipliedBy(3));
    upsert(37, "b");
    upsert(36, "a");
    assertThat(table())
        .containsExactly(
            row("a", 10, 35),
            row("b", 35, 36),
            row("a", 36, 37),
            row("b", 37, 40),
            row("a", 40, null));
  }

  @Test
  void downtimeDoesNotAgeVersionsAndTombstones() throws Exception {
    upsert(10, "a");
    delete(20);
    pipeline.pass(TOMBSTONE);
    pipeline.restart(2, WINDOW.multipliedBy(10));
    pipeline.pass(Duration.ofHours(1));
    upsert(15, "late");
    assertThat(table()).containsExactly(row("a", 10, 15), row("late", 15, 20));
  }

  /** Their rows are final: what comes once more must neither double nor overlap them. */
  @Test
  void ofAKeyThatIsDeletedTheDeleteIsKept() throws Exception {
    upsert(10, "a");
    delete(20);
    pipeline.pass(WINDOW);
    pipeline.pass(Duration.ofDays(1));
    assertThat(pipeline.stateEntries()).isEqualTo(1);
    assertThat(pipeline.timers()).isZero();
    assertThat(pipeline.changeable()).isZero();
    upsert(10, "a");
    upsert(15, "b");
    delete(20);
    assertThat(pipeline.rejected()).hasSize(2);
    delete(25);
    upsert(30, "c");
    assertThat(table()).containsExactly(row("a", 10, 20), row("c", 30, null));
    pipeline.pass(WINDOW.plusDays(1));
    upsert(22, "late");
    assertThat(pipeline.rejected()).hasSize(3);
    assertThat(pipeline.stateEntries()).isEqualTo(1);
    assertThat(table()).containsExactly(row("a", 10, 20), row("c", 30, null));
  }

  @Test
  void aKeyThatNeverHadARowLeavesTheStateAfterBothRetentions() throws Exception {
    delete(20);
    delete(30);
    pipeline.pass(WINDOW);
    assertThat(pipeline.stateEntries()).isPositive();
    pipeline.pass(Duration.ofDays(1));
    assertThat(pipeline.stateEntries()).isZero();
    assertThat(pipeline.timers()).isZero();
    upsert(25, "a");
    assertThat(table()).containsExactly(row("a", 25, null));
  }

  @Test
  void aDeleteOfAnUnknownKeyEndsWhatComesLater() throws Exception {
    delete(20);
    upsert(10, "a");
    assertThat(table()).containsExactly(row("a", 10, 20));
    delete(15);
    assertThat(table()).containsExactly(row("a", 10, 15));
    delete(5);
    upsert(20, "tie");
    assertThat(table()).containsExactly(row("a", 10, 15));
  }

  @Test
  void manyVersionsOfOneKeyHaveFewTimers() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      upsert(i, "v" + i % 7);
      if (i % 50 == 0) {
        pipeline.pass(Duration.ofHours(1));
      }
    }
    assertThat(pipeline.timers()).isLessThan(66);
  }
}
