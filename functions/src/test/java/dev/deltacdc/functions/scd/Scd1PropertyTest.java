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
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random feeds against a model that sorts the whole feed by key and sequence and looks at the end.
 */
class Scd1PropertyTest {
  private static final VarCharType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType TARGET = RowType.of(STRING, STRING, STRING);
  private static final EventLayout LAYOUT =
      EventLayout.of(
              RowType.of(
                  STRING,
                  STRING,
                  STRING,
                  new IntType(),
                  new IntType(),
                  new BooleanType(),
                  new BooleanType()),
              3,
              2,
              List.of(0, 1))
          .withDelete()
          .withTruncate();

  /** One event of the feed; the pair of numbers is unique per key. A truncate has no key. */
  private record Event(
      @Nullable String country,
      @Nullable String city,
      String value,
      int time,
      int number,
      boolean delete) {
    boolean truncate() {
      return country == null;
    }

    boolean isBefore(Event other) {
      return time != other.time ? time < other.time : number < other.number;
    }

    String key() {
      return country + "/" + city;
    }

    RowData row() {
      return GenericRowData.of(
          StringData.fromString(country),
          StringData.fromString(city),
          delete ? null : StringData.fromString(value),
          time,
          number,
          delete,
          truncate());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void anyShuffleDuplicationAndBatchingGivesTheTableOfTheSortedFeed(long seed) throws Exception {
    Random random = new Random(seed);
    checkShuffles(events(random), random);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void soItIsWithTruncates(long seed) throws Exception {
    Random random = new Random(seed);
    List<Event> events = events(random);
    for (int truncates = 1 + random.nextInt(4); truncates > 0; truncates--) {
      // Sometimes with the sequence of another event.
      int time = random.nextInt(40) - 20;
      events.add(new Event(null, null, "", time, random.nextInt(200), false));
    }
    checkShuffles(events, random);
  }

  private static void checkShuffles(List<Event> events, Random random) throws Exception {
    Map<String, String> expected = model(events);
    for (int round = 0; round < 3; round++) {
      List<Event> feed = new ArrayList<>(events);
      for (Event event : events) {
        for (int again = random.nextInt(3); again > 0; again--) {
          feed.add(event);
        }
      }
      Collections.shuffle(feed, random);
      assertThat(run(feed, random)).isEqualTo(expected);
    }
  }

  private static List<Event> events(Random random) {
    List<Event> events = new ArrayList<>();
    int keys = 1 + random.nextInt(12);
    int number = 0;
    for (int i = 0; i < 200; i++) {
      int key = random.nextInt(keys);
      events.add(
          new Event(
              "c" + key % 3,
              "city" + key,
              "v" + random.nextInt(5),
              random.nextInt(40) - 20,
              number++,
              random.nextInt(4) == 0));
    }
    return events;
  }

  private static Map<String, String> model(List<Event> events) {
    Map<String, List<Event>> byKey = new TreeMap<>();
    events.stream()
        .filter(e -> !e.truncate())
        .forEach(e -> byKey.computeIfAbsent(e.key(), k -> new ArrayList<>()).add(e));
    Map<String, String> table = new TreeMap<>();
    byKey.forEach(
        (key, history) -> {
          history.sort(
              (a, b) -> a.time() != b.time() ? a.time() - b.time() : a.number() - b.number());
          Event end = history.get(history.size() - 1);
          boolean truncated = events.stream().anyMatch(e -> e.truncate() && !e.isBefore(end));
          if (!end.delete() && !truncated) {
            table.put(key, end.value());
          }
        });
    return table;
  }

  private static Map<String, String> run(List<Event> feed, Random random) throws Exception {
    Map<String, String> table = new TreeMap<>();
    try (Scd1Pipeline pipeline = new Scd1Pipeline(LAYOUT, TARGET, 1 + random.nextInt(3))) {
      for (Event event : feed) {
        pipeline.feed(event.row());
        if (random.nextInt(250) == 0) {
          pipeline.restart(1 + random.nextInt(3));
        }
      }
      for (RowData row : pipeline.table()) {
        table.put(row.getString(0) + "/" + row.getString(1), row.getString(2).toString());
      }
    }
    return table;
  }
}
