/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.history.HistoryModel.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A column comes while there is state, between columns that were there. */
class AddedColumnTest {
  private static final RowType EARLIER =
      RowType.of(
          new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
          new String[] {"id", "second"});

  private static HistoryOptions options(
      RowType columns, List<Integer> tracked, boolean ignoresNulls) {
    return new HistoryOptions(
        "clientes",
        columns,
        List.of(0),
        List.of(new IntType()),
        new IntType(),
        tracked,
        ignoresNulls,
        Duration.ofDays(7),
        Duration.ofDays(2));
  }

  /**
   * Events of before have a NULL there, which is ignored where the flow ignores NULLs: late events
   * fill it, up to the next one that sets the column.
   */
  @ParameterizedTest
  @CsvSource({
    "1, true, true",
    "2, true, true",
    "3, false, true",
    "4, false, true",
    "5, true, false",
    "6, false, false"
  })
  void eventsOfBeforeHaveANullThere(long seed, boolean trackFirst, boolean ignoresNulls)
      throws Exception {
    Random random = new Random(seed);
    List<Event> feed = feed(random, ignoresNulls);
    int half = feed.size() / 2;
    HistoryOptions more = HistoryPropertyTest.options(trackFirst);
    try (HistoryPipeline before =
            new HistoryPipeline(options(EARLIER, List.of(1), ignoresNulls), 1);
        HistoryPipeline after =
            new HistoryPipeline(options(more.rowType(), more.tracked(), ignoresNulls), 2)) {
      for (Event event : feed.subList(0, half)) {
        before.feed(earlier(HistoryPropertyTest.event(event)));
        after.feed(HistoryPropertyTest.event(event));
      }
      after.restart(before.snapshot(), 2);
      for (int i = half; i < feed.size(); i++) {
        after.feed(HistoryPropertyTest.event(feed.get(i)));
        if (i == half + 5) {
          after.restart(1, Duration.ZERO);
        }
      }
      assertThat(HistoryPropertyTest.table(after))
          .containsExactlyInAnyOrderElementsOf(HistoryModel.of(feed, trackFirst));
    }
  }

  /** The first column is NULL in the first half. */
  private static List<Event> feed(Random random, boolean ignoresNulls) {
    List<Event> events =
        HistoryPropertyTest.distinct(HistoryPropertyTest.events(random, false, 4, 300, 80));
    Collections.shuffle(events, random);
    List<Event> feed = new ArrayList<>();
    for (Event event : events) {
      boolean there = feed.size() >= events.size() / 2;
      feed.add(
          new Event(
              event.key(),
              there ? event.first() : null,
              event.second(),
              event.sequence(),
              event.delete(),
              ignoresNulls));
    }
    return feed;
  }

  private static ChangeEvent earlier(ChangeEvent event) {
    RowData row = event.row();
    RowData without = GenericRowData.of(row.getInt(0), row.isNullAt(2) ? null : row.getString(2));
    if (event.delete()) {
      return ChangeEvent.delete(without, event.sequence());
    }
    BitSet kept = new BitSet();
    kept.set(1, event.kept() != null && event.kept().contains(2));
    return ChangeEvent.upsert(without, event.sequence(), LeafSet.of(kept));
  }
}
