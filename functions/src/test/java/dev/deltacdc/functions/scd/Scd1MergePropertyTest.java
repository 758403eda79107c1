/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.EventLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random feeds of flows that differ in IGNORE NULL UPDATES against {@link MergeModel}. */
class Scd1MergePropertyTest {
  private static final VarCharType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final IntType INT = new IntType();
  private static final RowType INNER = RowType.of(INT, STRING);
  private static final RowType PLACE = RowType.of(INT, INNER);
  private static final ArrayType LIST = new ArrayType(INT);
  private static final MapType MAP = new MapType(STRING, INT);
  private static final RowType TARGET = RowType.of(INT, STRING, PLACE, LIST, MAP);
  private static final EventLayout LAYOUT =
      EventLayout.of(
              RowType.of(INT, STRING, PLACE, LIST, MAP, INT, new BooleanType(), new BooleanType()),
              5,
              1,
              List.of(0))
          .withDelete()
          .withTruncate();

  /** The columns in which each flow ignores NULLs. */
  private static final List<List<Integer>> FLOWS =
      List.of(List.of(0, 1, 2, 3, 4), List.of(), List.of(2), List.of(1, 4));

  /** One event of the feed. Of one key a sequence is that of one upsert, one delete or both. */
  private record Event(int flow, GenericRowData row) {
    int key() {
      return row.getInt(0);
    }

    boolean isTruncate() {
      return row.getBoolean(7);
    }

    MergeModel.Event ofModel() {
      return new MergeModel.Event(
          row.getInt(5), row.getBoolean(6) ? null : MergeModel.plain(TARGET, row), FLOWS.get(flow));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void anyShuffleDuplicationAndBatchingGivesTheTableOfTheSortedFeed(long seed) throws Exception {
    Random random = new Random(seed);
    List<Event> events = events(random);
    Map<Integer, List<Object>> expected = model(events);
    for (int round = 0; round < 4; round++) {
      List<Event> feed = new ArrayList<>(events);
      for (Event event : events) {
        for (int again = random.nextInt(2); again > 0; again--) {
          feed.add(event);
        }
      }
      Collections.shuffle(feed, random);
      assertThat(run(feed, random)).isEqualTo(expected);
    }
  }

  /** In flow 0 the NULLs keep, in flow 1 they set. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theSameRowAtTheSameSequenceIsNoDuplicateOfAnotherFlows(int first) throws Exception {
    GenericRowData nulls = GenericRowData.of(1, null, null, null, null, 5, false, false);
    GenericRowData text =
        GenericRowData.of(1, StringData.fromString("a"), null, null, null, 4, false, false);
    try (Scd1Pipeline pipeline = new Scd1Pipeline(LAYOUT, TARGET, FLOWS, 1)) {
      pipeline.feed(0, text);
      pipeline.feed(first, nulls);
      pipeline.feed(1 - first, nulls);
      assertThat(pipeline.table().get(0).isNullAt(1)).isTrue();
    }
  }

  private static List<Event> events(Random random) {
    List<Event> events = new ArrayList<>();
    int keys = 1 + random.nextInt(12);
    int deletes = 3 + random.nextInt(12);
    for (int key = 0; key < keys; key++) {
      for (int sequence = 0; sequence < 15; sequence++) {
        int kind = random.nextInt(deletes);
        if (kind <= 1) {
          events.add(event(random, key, sequence, true));
        }
        if (kind >= 1) {
          events.add(event(random, key, sequence, false));
        }
      }
    }
    for (int truncates = random.nextInt(3); truncates > 0; truncates--) {
      GenericRowData row = new GenericRowData(8);
      row.setField(5, random.nextInt(10));
      row.setField(7, true);
      events.add(new Event(random.nextInt(FLOWS.size()), row));
    }
    return events;
  }

  private static Event event(Random random, int key, int sequence, boolean delete) {
    GenericRowData row = delete ? new GenericRowData(8) : values(random);
    row.setField(0, key);
    row.setField(5, sequence);
    row.setField(6, delete);
    row.setField(7, false);
    return new Event(random.nextInt(FLOWS.size()), row);
  }

  private static GenericRowData values(Random random) {
    return GenericRowData.of(
        null,
        text(random),
        isNull(random)
            ? null
            : GenericRowData.of(
                number(random),
                isNull(random) ? null : GenericRowData.of(number(random), text(random))),
        isNull(random) ? null : new GenericArrayData(new Object[] {number(random), number(random)}),
        isNull(random)
            ? null
            : new GenericMapData(
                Collections.singletonMap(StringData.fromString("k"), number(random))),
        null,
        null,
        null);
  }

  private static boolean isNull(Random random) {
    return random.nextInt(5) < 2;
  }

  private static Integer number(Random random) {
    return isNull(random) ? null : random.nextInt(100);
  }

  private static StringData text(Random random) {
    return isNull(random) ? null : StringData.fromString("text " + random.nextInt(100));
  }

  private static Map<Integer, List<Object>> model(List<Event> events) {
    Map<Integer, List<MergeModel.Event>> byKey = new HashMap<>();
    int truncated =
        events.stream()
            .filter(Event::isTruncate)
            .mapToInt(event -> event.row().getInt(5))
            .max()
            .orElse(-1);
    List<Event> left = new ArrayList<>(events);
    left.removeIf(event -> event.row().getInt(5) <= truncated);
    left.forEach(
        event -> byKey.computeIfAbsent(event.key(), key -> new ArrayList<>()).add(event.ofModel()));
    Map<Integer, List<Object>> table = new HashMap<>();
    byKey.forEach(
        (key, history) -> {
          List<Object> row = MergeModel.fold(history);
          if (row != null) {
            table.put(key, row);
          }
        });
    return table;
  }

  private static Map<Integer, List<Object>> run(List<Event> feed, Random random) throws Exception {
    Map<Integer, List<Object>> table = new HashMap<>();
    try (Scd1Pipeline pipeline = new Scd1Pipeline(LAYOUT, TARGET, FLOWS, 1 + random.nextInt(3))) {
      for (Event event : feed) {
        pipeline.feed(event.flow(), event.row());
        if (random.nextInt(250) == 0) {
          pipeline.restart(1 + random.nextInt(3));
        }
      }
      for (RowData row : pipeline.table()) {
        table.put(row.getInt(0), MergeModel.plain(TARGET, row));
      }
    }
    return table;
  }
}
