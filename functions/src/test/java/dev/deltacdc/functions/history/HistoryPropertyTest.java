/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import dev.deltacdc.functions.history.HistoryModel.Event;
import dev.deltacdc.functions.history.HistoryModel.Row;
import dev.deltacdc.functions.nulls.NullLeaves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random feeds against {@link HistoryModel}; the history is valid after each event. */
class HistoryPropertyTest {
  private static final VarCharType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType COLUMNS =
      RowType.of(
          new org.apache.flink.table.types.logical.LogicalType[] {new IntType(), STRING, STRING},
          new String[] {"id", "first", "second"});
  private static final Duration WINDOW = Duration.ofDays(7);
  private static final SequenceEncoder SEQUENCES = SequenceEncoder.of(List.of(new IntType()));

  private static final NullLeaves IGNORED = NullLeaves.of(COLUMNS, List.of(1, 2));

  static HistoryOptions options(boolean trackFirst) {
    return new HistoryOptions(
        "clientes",
        COLUMNS,
        List.of(0),
        List.of(new IntType()),
        new IntType(),
        trackFirst ? List.of(1, 2) : List.of(2),
        true,
        WINDOW,
        Duration.ofDays(2));
  }

  static ChangeEvent event(Event event) {
    Sequence sequence = SEQUENCES.encode(GenericRowData.of(event.sequence()), 0);
    RowData row =
        GenericRowData.of(
            event.key(),
            StringData.fromString(event.first()),
            StringData.fromString(event.second()));
    return event.delete()
        ? ChangeEvent.delete(GenericRowData.of(event.key(), null, null), sequence)
        : ChangeEvent.upsert(row, sequence, event.ignoresNulls() ? IGNORED.in(row) : null);
  }

  static List<Row> table(HistoryPipeline pipeline) {
    List<Row> rows = new ArrayList<>();
    for (RowData row : pipeline.table()) {
      rows.add(
          new Row(
              row.getInt(0),
              row.isNullAt(1) ? null : row.getString(1).toString(),
              row.isNullAt(2) ? null : row.getString(2).toString(),
              row.getInt(3),
              row.isNullAt(4) ? null : row.getInt(4)));
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void anyOrderDuplicationAndRestartGivesTheHistoryOfTheSortedFeed(long seed) throws Exception {
    Random random = new Random(seed);
    boolean trackFirst = seed % 2 == 0;
    List<Event> events = distinct(events(random, seed % 3 == 0));
    List<Row> expected = HistoryModel.of(events, trackFirst);
    for (int round = 0; round < 3; round++) {
      List<Event> feed = new ArrayList<>(events);
      for (Event event : events) {
        for (int again = random.nextInt(3); again > 0; again--) {
          feed.add(event);
        }
      }
      Collections.shuffle(feed, random);
      assertThat(run(feed, trackFirst, random)).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24, 25, 26})
  void tiesGiveTheLaterArrivalOrTheDelete(long seed) throws Exception {
    Random random = new Random(seed);
    List<Event> feed = events(random, seed % 2 == 0);
    assertThat(run(feed, true, random))
        .containsExactlyInAnyOrderElementsOf(HistoryModel.of(feed, true));
  }

  @ParameterizedTest
  @ValueSource(longs = {41, 42, 43, 44})
  void aKeyWithManyVersionsHasTheHistoryOfTheSortedFeed(long seed) throws Exception {
    Random random = new Random(seed);
    List<Event> feed = distinct(events(random, seed % 2 == 0, 1, 1_200, 1_000));
    assertThat(run(feed, seed > 42, random))
        .containsExactlyInAnyOrderElementsOf(HistoryModel.of(feed, seed > 42));
  }

  /** In order of arrival everything is newer than what was forgotten. */
  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34, 35, 36})
  void timeThatPassesForgetsNothingThatIsNeeded(long seed) throws Exception {
    Random random = new Random(seed);
    List<Event> sorted = distinct(events(random, seed % 2 == 0));
    sorted.sort((a, b) -> Integer.compare(a.sequence(), b.sequence()));
    // Some come late, by less than the window.
    for (int i = 0; i + 5 < sorted.size(); i += 5) {
      Collections.shuffle(sorted.subList(i, i + 5), random);
    }
    try (HistoryPipeline pipeline = new HistoryPipeline(options(false), 2)) {
      for (int i = 0; i < sorted.size(); i++) {
        pipeline.feed(event(sorted.get(i)));
        pipeline.pass(WINDOW.dividedBy(5).minusHours(1));
        if (i % 50 == 49) {
          pipeline.restart(1 + random.nextInt(3), Duration.ofDays(random.nextInt(30)));
        }
      }
      assertThat(table(pipeline))
          .containsExactlyInAnyOrderElementsOf(HistoryModel.of(sorted, false));
      assertThat(pipeline.rejected()).isEmpty();
      pipeline.pass(WINDOW.multipliedBy(2));
      long open = table(pipeline).stream().filter(row -> row.end() == null).count();
      assertThat(pipeline.changeable()).isEqualTo((int) open);
      long keys = table(pipeline).stream().map(Row::key).distinct().count();
      assertThat(pipeline.stateEntries()).isEqualTo((int) keys);
      assertThat(pipeline.timers()).isZero();
      // Everything once more: nothing is placed, nothing changes.
      List<Row> before = table(pipeline);
      for (Event event : sorted) {
        pipeline.feed(event(event));
      }
      assertThat(table(pipeline)).isEqualTo(before);
    }
  }

  private static List<Row> run(List<Event> feed, boolean trackFirst, Random random)
      throws Exception {
    try (HistoryPipeline pipeline =
        new HistoryPipeline(options(trackFirst), 1 + random.nextInt(3))) {
      for (Event event : feed) {
        pipeline.feed(event(event));
        if (random.nextInt(100) == 0) {
          pipeline.restart(1 + random.nextInt(3), Duration.ofDays(20));
        }
        if (random.nextInt(50) == 0) {
          pipeline.pass(WINDOW.dividedBy(100));
        }
      }
      assertThat(pipeline.rejected()).isEmpty();
      return table(pipeline);
    }
  }

  private static List<Event> events(Random random, boolean ignoresNulls) {
    return events(random, ignoresNulls, 1 + random.nextInt(6), 150, 60);
  }

  static List<Event> events(
      Random random, boolean ignoresNulls, int keys, int count, int sequences) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(
          new Event(
              random.nextInt(keys),
              random.nextInt(5) == 0 ? null : "f" + random.nextInt(3),
              random.nextInt(5) == 0 ? null : "s" + random.nextInt(3),
              random.nextInt(sequences),
              random.nextInt(5) == 0,
              ignoresNulls && random.nextInt(4) > 0));
    }
    return events;
  }

  /** One event for each key and sequence. */
  static List<Event> distinct(List<Event> events) {
    Set<List<Integer>> seen = new HashSet<>();
    List<Event> distinct = new ArrayList<>(events);
    distinct.removeIf(event -> !seen.add(List.of(event.key(), event.sequence())));
    return distinct;
  }
}
