/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.order.OrderOptions;
import dev.deltacdc.functions.order.OrderSubtasks;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A snapshot of a truncated table: a truncate is a delete of all ids (semantics: "truncate"). */
class TruncatedSnapshotTest {
  private static final int FIRST = Products.day("2026-03-10");
  private static final int DAYS = 10;
  private static final OrderOptions ORDER =
      new OrderOptions(
          "t", Products.TYPE, List.of(0), List.of(new BigIntType()), 3, false, Duration.ofDays(2));

  /** An event, or a truncate. */
  private record Arrival(ChangeEvent event, Truncate truncate) {
    static Arrival of(ChangeEvent event) {
      return new Arrival(event, null);
    }

    static Arrival truncate(long sequence, String time) {
      return new Arrival(
          null,
          Truncate.of(
              Products.sequence(sequence), TimestampData.fromEpochMillis(Products.millis(time))));
    }
  }

  @Test
  void theDaysBeforeATruncateKeepTheirRowsItsDayAndLaterOnesDoNot() throws Exception {
    List<Arrival> feed = new ArrayList<>();
    feed.add(Arrival.of(Products.upsert("a", 1, "2026-03-10", 1)));
    feed.add(Arrival.of(Products.upsert("b", 2, "2026-03-11", 2)));
    feed.add(Arrival.truncate(3, "2026-03-12"));
    feed.add(Arrival.of(Products.upsert("b", 4, "2026-03-13", 4)));
    for (int shuffle = 0; shuffle < 24; shuffle++) {
      Collections.shuffle(feed, new Random(shuffle));
      Run run = new Run(options(Products.allRows()), shuffle);
      assertThat(run.table(feed).values())
          .containsExactly("a 2026-03-10 1", "a 2026-03-11 1", "b 2026-03-11 2", "b 2026-03-13 4");
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 15);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allRowsAreThoseOfTheModel(long seed) throws Exception {
    Run run = new Run(options(Products.allRows()), seed);
    List<Arrival> feed = run.feed();

    assertThat(run.table(feed)).isEqualTo(model(feed).allRows(FIRST, last(feed)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void changedRowsAreThoseOfTheModel(long seed) throws Exception {
    Run run = new Run(options(Products.changedRows()), seed);
    List<Arrival> feed = run.feed();

    assertThat(run.table(feed)).isEqualTo(model(feed).changedRows(FIRST, last(feed)));
  }

  private static DailySnapshotOptions options(DailySnapshotOptions.Builder builder) {
    return builder.lateDays(40).startDay(LocalDate.ofEpochDay(FIRST)).build();
  }

  /** A truncate deletes every id of the feed, right behind the events with its sequence. */
  private static SnapshotModel model(List<Arrival> feed) {
    List<ChangeEvent> events = new ArrayList<>();
    for (Arrival arrival : feed) {
      if (arrival.event() != null) {
        events.add(arrival.event());
        continue;
      }
      Sequence behind = Sequence.of(new byte[9]);
      System.arraycopy(arrival.truncate().sequence(), 0, behind.bytes(), 0, 8);
      for (int id = 0; id < Run.IDS; id++) {
        long millis = arrival.truncate().eventMillis();
        events.add(ChangeEvent.delete(Products.row("id" + id, null, null, millis), behind));
      }
    }
    return new SnapshotModel(events);
  }

  private static int last(List<Arrival> feed) {
    return feed.stream()
        .filter(arrival -> arrival.event() != null)
        .mapToLong(arrival -> arrival.event().row().getTimestamp(3, 6).getMillisecond())
        .mapToInt(millis -> (int) Math.floorDiv(millis, 86_400_000L))
        .max()
        .orElseThrow();
  }

  private static final class Run {
    static final int IDS = 6;
    private static final int EVENTS = 120;

    private final DailySnapshotOptions options;
    private final Random random;

    Run(DailySnapshotOptions options, long seed) {
      this.options = options;
      this.random = new Random(seed);
    }

    List<Arrival> feed() {
      List<Arrival> feed = new ArrayList<>();
      for (int i = 0; i < EVENTS; i++) {
        String id = "id" + random.nextInt(IDS);
        String time = timeOf(i);
        feed.add(
            Arrival.of(
                random.nextInt(5) == 0
                    ? Products.delete(id, i, time)
                    : Products.upsert(id, i, time, random.nextInt(2))));
      }
      for (int truncates = 1 + random.nextInt(5); truncates > 0; truncates--) {
        int sequence = random.nextInt(EVENTS);
        feed.add(Arrival.truncate(sequence, timeOf(sequence)));
      }
      Collections.shuffle(feed, random);
      // The last day is closed by an event that every truncate leaves alone.
      feed.add(
          random.nextInt(feed.size()),
          Arrival.of(Products.upsert("id0", EVENTS, textOf(FIRST + DAYS - 0.001), 7)));
      return feed;
    }

    /** Times and sequences are in different orders. */
    private String timeOf(int sequence) {
      double day = sequence * (DAYS + 2.0) / EVENTS - 2 + random.nextGaussian() * 2;
      return textOf(FIRST + Math.max(-4, Math.min(DAYS - 0.001, day)));
    }

    private static String textOf(double day) {
      return LocalDateTime.ofEpochSecond((long) (day * 86_400), 0, ZoneOffset.UTC).toString();
    }

    Map<String, String> table(List<Arrival> feed) throws Exception {
      try (OrderSubtasks order = new OrderSubtasks(ORDER, true, 1 + random.nextInt(3));
          SnapshotTopology topology =
              new SnapshotTopology(options, 1 + random.nextInt(3), "2026-03-10T08:00")) {
        int last = last(feed);
        int open = FIRST;
        for (Arrival arrival : feed) {
          arrive(order, topology, arrival);
          if (random.nextInt(8) == 0) {
            arrive(order, topology, arrival);
          }
          if (random.nextInt(40) == 0) {
            order.restart(true, 1 + random.nextInt(3));
            topology.restart(1 + random.nextInt(3));
          }
          if (random.nextInt(20) == 0) {
            open = Math.min(open + 1 + random.nextInt(3), last);
            topology.watermark(textOf(open));
          }
        }
        topology.end();
        return new TreeMap<>(topology.table);
      }
    }

    private static void arrive(OrderSubtasks order, SnapshotTopology topology, Arrival arrival)
        throws Exception {
      List<ChangeEvent> accepted =
          arrival.event() != null
              ? order.send(arrival.event())
              : order.truncate(arrival.truncate());
      for (ChangeEvent event : accepted) {
        topology.accepted(event);
      }
    }
  }
}
