/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static dev.deltacdc.functions.snapshot.Products.delete;
import static dev.deltacdc.functions.snapshot.Products.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever comes late, by any number of days: the latest row of an id at or before a day, of ROWS
 * CHANGED, tells of that day what the row of ROWS ALL tells.
 */
class TooLateEventsPropertyTest {
  private static final int FIRST = Products.day("2026-03-10");
  private static final int DAYS = 14;
  private static final int IDS = 4;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 15);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void changedRowsAnswerWhatWasOnADay(long seed) throws Exception {
    Map<String, String> all = run(Products.allRows(), seed);
    Map<String, String> changed = run(Products.changedRows(), seed);

    for (int id = 0; id < IDS; id++) {
      String known = null;
      for (int day = FIRST; day < FIRST + DAYS; day++) {
        String key = "id" + id + " " + LocalDate.ofEpochDay(day);
        known = changed.containsKey(key) ? stock(changed.get(key)) : known;
        assertThat("deleted".equals(known) ? null : known)
            .as(key)
            .isEqualTo(all.containsKey(key) ? stock(all.get(key)) : null);
      }
    }
  }

  /** The last word of "id day stock" or "id day stock deleted". */
  private static String stock(String row) {
    return row.substring(row.lastIndexOf(' ') + 1);
  }

  private static Map<String, String> run(DailySnapshotOptions.Builder options, long seed)
      throws Exception {
    Random random = new Random(seed);
    DailySnapshotOptions built =
        options.lateDays(random.nextInt(4)).startDay(LocalDate.ofEpochDay(FIRST)).build();
    List<ChangeEvent> events = new ArrayList<>();
    for (int sequence = 0; sequence < 120; sequence++) {
      events.add(event(random, sequence));
    }
    try (SnapshotTopology topology =
        new SnapshotTopology(built, 1 + random.nextInt(3), "2026-03-10T08:00")) {
      int closed = FIRST - 1;
      for (int i = 0; i < events.size(); i++) {
        topology.event(events.get(i));
        if (i % 40 == 30) {
          topology.restart(1 + random.nextInt(3));
        }
        int upTo = FIRST + i * DAYS / events.size() - 1;
        if (upTo > closed && random.nextInt(4) == 0) {
          closed = upTo;
          topology.watermark(LocalDate.ofEpochDay(closed + 1L) + "T00:00");
        }
      }
      topology.end();
      return new TreeMap<>(topology.table);
    }
  }

  /** Sequences go on; times are of today, or of any day before. */
  private static ChangeEvent event(Random random, int sequence) {
    int today = sequence * DAYS / 120;
    int day = random.nextInt(3) == 0 ? random.nextInt(today + 3) - 2 : today;
    String id = "id" + random.nextInt(IDS);
    int order = Math.max(0, sequence - (random.nextInt(3) == 0 ? random.nextInt(60) : 0));
    String time = LocalDate.ofEpochDay((long) FIRST + day) + "T12:00";
    return random.nextInt(4) == 0
        ? delete(id, order, time)
        : upsert(id, order, time, random.nextInt(3));
  }
}
