/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.EventLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The open rows of a history are the rows of the current state of the same feed, at any time. */
class OpenRowsPropertyTest {
  private static final VarCharType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final IntType INT = new IntType();
  private static final RowType PLACE = RowType.of(INT, STRING);
  private static final RowType TARGET = RowType.of(INT, STRING, INT, PLACE);
  private static final EventLayout LAYOUT =
      EventLayout.of(RowType.of(INT, STRING, INT, PLACE, INT, new BooleanType()), 4, 1, List.of(0))
          .withDelete();

  /** The columns in which each flow ignores NULLs. */
  private static final List<List<Integer>> FLOWS = List.of(List.of(1, 2, 3), List.of(), List.of(3));

  private static final int END_AT = 5;

  private record Event(int flow, RowData row) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theSameInBoth(long seed) throws Exception {
    Random random = new Random(seed);
    List<Integer> tracked =
        List.of(List.of(1, 2, 3), List.of(1), List.<Integer>of()).get(random.nextInt(3));
    List<List<Integer>> flows = seed % 2 == 0 ? FLOWS : List.of(List.of(), List.of(), List.of());
    try (Scd1Pipeline current = new Scd1Pipeline(LAYOUT, TARGET, flows, 2);
        Scd2Pipeline history = new Scd2Pipeline(LAYOUT, TARGET, tracked, flows, 2)) {
      int fed = 0;
      for (Event event : events(random)) {
        current.feed(event.flow(), event.row());
        history.feed(event.flow(), event.row());
        if (++fed % 20 == 0) {
          assertThat(open(history)).isEqualTo(texts(current.table()));
        }
        if (fed % 90 == 0) {
          current.restart(1 + random.nextInt(3));
          history.restart(1 + random.nextInt(3));
        }
      }
    }
  }

  /** Of each key each sequence once, shuffled. */
  private static List<Event> events(Random random) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      boolean delete = random.nextInt(8) == 0;
      GenericRowData row =
          GenericRowData.of(
              i % 7,
              text(random),
              number(random),
              random.nextInt(4) == 0 ? null : GenericRowData.of(number(random), text(random)),
              i / 7,
              delete);
      events.add(new Event(random.nextInt(FLOWS.size()), row));
    }
    Collections.shuffle(events, random);
    return events;
  }

  private static Integer number(Random random) {
    return random.nextInt(3) == 0 ? null : random.nextInt(3);
  }

  private static StringData text(Random random) {
    return random.nextInt(3) == 0 ? null : StringData.fromString("t" + random.nextInt(3));
  }

  private static List<String> open(Scd2Pipeline history) {
    return texts(history.table().stream().filter(row -> row.isNullAt(END_AT)).toList());
  }

  private static List<String> texts(List<RowData> rows) {
    return rows.stream().map(row -> MergeModel.plain(TARGET, row).toString()).sorted().toList();
  }
}
