/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random feeds, with sequences and event times in different orders, shuffled as far as the late
 * window allows, with days that close at random moments, subtasks that lag behind, reports and
 * marks that are on their way for long, refreshes of the open days, restarts and rescaling: the
 * table is the model's.
 */
class DailySnapshotPropertyTest {
  private static final int FIRST = Products.day("2026-03-10");
  private static final int DAYS = 14;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 25);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allRowsAreThoseOfTheModel(long seed) throws Exception {
    Run run = new Run(Products.allRows(), seed);

    assertThat(run.table()).isEqualTo(new SnapshotModel(run.events).allRows(FIRST, run.last()));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void changedRowsAreThoseOfTheModel(long seed) throws Exception {
    Run run = new Run(Products.changedRows(), seed);

    assertThat(run.table()).isEqualTo(new SnapshotModel(run.events).changedRows(FIRST, run.last()));
  }

  private static final class Run {
    final List<ChangeEvent> events = new ArrayList<>();
    private final Random random;
    private final DailySnapshotOptions options;
    private int closed = FIRST - 1;
    private LocalDateTime wallClock = LocalDateTime.parse("2026-03-10T08:00");

    Run(DailySnapshotOptions.Builder options, long seed) {
      this.random = new Random(seed);
      this.options =
          options
              .lateDays(random.nextInt(4) == 0 ? 40 : random.nextInt(5))
              .startDay(LocalDate.ofEpochDay(FIRST))
              .refresh(Duration.ofMinutes(10))
              .build();
      int ids = 1 + random.nextInt(8);
      for (int i = 0; i < 150; i++) {
        events.add(event("id" + random.nextInt(ids), i));
      }
      if (random.nextBoolean()) {
        Collections.shuffle(events, random);
      } else {
        events.sort((one, other) -> Long.compare(time(one), time(other)));
      }
    }

    private ChangeEvent event(String id, int sequence) {
      // From days before the first on. Times and sequences are in different orders: by no more than
      // the late window, or by any number of days when the window holds all of them.
      double disorder =
          options.lateDays() > DAYS
              ? random.nextGaussian() * 2
              : (random.nextDouble() - 0.5) * options.lateDays();
      double progress = sequence / 150.0 * (DAYS + 3) - 3 + disorder;
      double day = Math.max(-5, Math.min(DAYS - 0.001, progress));
      String time =
          LocalDateTime.ofEpochSecond((long) ((FIRST + day) * 86_400), 0, java.time.ZoneOffset.UTC)
              .toString();
      return random.nextInt(4) == 0
          ? Products.delete(id, sequence, time)
          : Products.upsert(id, sequence, time, random.nextInt(3) == 0 ? null : random.nextInt(2));
    }

    /** The day up to which days may close, so that no event that is still to come is too late. */
    private int closable(int from) {
      return events.subList(from, events.size()).stream()
              .mapToInt(event -> (int) Math.floorDiv(time(event), 86_400_000L))
              .map(day -> Math.max(day, FIRST))
              .min()
              .orElse(Integer.MAX_VALUE)
          + options.lateDays()
          - 1;
    }

    int last() {
      return Math.max(
          closed,
          events.stream().mapToInt(e -> (int) Math.floorDiv(time(e), 86_400_000L)).max().orElse(0));
    }

    Map<String, String> table() throws Exception {
      try (SnapshotTopology topology =
          new SnapshotTopology(options, 1 + random.nextInt(3), wallClock.toString())) {
        if (random.nextBoolean()) {
          topology.delay(random);
        }
        for (int i = 0; i < events.size(); i++) {
          topology.event(events.get(i));
          if (random.nextInt(8) == 0) {
            resend(topology, events.get(random.nextInt(i + 1)));
          }
          if (random.nextInt(60) == 0) {
            topology.restart(1 + random.nextInt(3));
          }
          switch (random.nextInt(24)) {
            case 0, 1 -> close(topology, Math.min(closable(i + 1), FIRST + DAYS));
            case 2, 3 -> snapshotWatermarks(topology);
            case 4 -> refresh(topology);
            default -> {}
          }
        }
        end(topology);
        assertThat(topology.count(SnapshotCounters.TOO_LATE)).isZero();
        return topology.table;
      }
    }

    private void resend(SnapshotTopology topology, ChangeEvent event) throws Exception {
      if (Math.floorDiv(time(event), 86_400_000L) > closed - options.lateDays()) {
        topology.event(event);
      }
    }

    private void close(SnapshotTopology topology, int upTo) throws Exception {
      if (upTo > closed) {
        closed += 1 + random.nextInt(upTo - closed);
        for (int i = 0; i < topology.parallelism(); i++) {
          topology.reportWatermark(i, (closed + 1) * 86_400_000L - 1);
        }
      }
    }

    private void refresh(SnapshotTopology topology) throws Exception {
      wallClock = wallClock.plusMinutes(10);
      topology.wallClock(wallClock.toString());
    }

    /** Some subtasks' own watermarks follow, others lag behind. */
    private void snapshotWatermarks(SnapshotTopology topology) throws Exception {
      for (int i = 0; i < topology.parallelism(); i++) {
        if (random.nextBoolean()) {
          topology.snapshotWatermark(i, (closed + 1) * 86_400_000L - 1);
        }
      }
    }

    private void end(SnapshotTopology topology) throws Exception {
      List<Integer> subtasks = new ArrayList<>();
      for (int i = 0; i < topology.parallelism(); i++) {
        subtasks.add(i);
        topology.endReport(i);
      }
      Collections.shuffle(subtasks, random);
      int beforeClock = random.nextInt(subtasks.size() + 1);
      for (int i = 0; i < subtasks.size(); i++) {
        if (i == beforeClock) {
          topology.endClock();
        }
        topology.endSnapshotEvents(subtasks.get(i));
      }
      if (beforeClock == subtasks.size()) {
        topology.endClock();
      }
      topology.arrive();
    }

    private static long time(ChangeEvent event) {
      return event.row().getTimestamp(3, 6).getMillisecond();
    }
  }
}
