/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.history.HistoryModel.Event;
import dev.deltacdc.functions.history.HistoryModel.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Late events, ties and duplicates while time passes, versions are forgotten and the job restarts:
 * what is too late changes nothing, and all else has the history of the sorted feed.
 */
class HistoryExpiryPropertyTest {
  private static final Duration WINDOW = Duration.ofDays(7);
  private static final int EVENTS = 400;

  private final List<Event> accepted = new ArrayList<>();

  /** The first sequence of each key, which is an upsert: so no key is forgotten as a whole. */
  private final Map<Integer, Integer> firsts = new HashMap<>();

  private Duration running = Duration.ZERO;
  private int tooLate;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 12);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsTooLateChangesNothing(long seed) throws Exception {
    Random random = new Random(seed);
    boolean trackFirst = random.nextBoolean();
    boolean ignoresNulls = random.nextBoolean();
    int keys = 1 + random.nextInt(4);
    int lateness = 5 + random.nextInt(40);
    int hours = 1 + random.nextInt(200);
    int newest = 0;
    try (HistoryPipeline pipeline =
        new HistoryPipeline(HistoryPropertyTest.options(trackFirst), 1 + random.nextInt(3))) {
      for (int i = 0; i < EVENTS; i++) {
        newest += random.nextInt(3);
        feed(pipeline, event(random, keys, newest, lateness, ignoresNulls));
        if (i % 10 == 0) {
          assertThat(HistoryPropertyTest.table(pipeline))
              .containsExactlyInAnyOrderElementsOf(HistoryModel.of(accepted, trackFirst));
        }
        if (random.nextInt(3) == 0) {
          pass(pipeline, Duration.ofHours(random.nextInt(hours)));
        }
        if (random.nextInt(30) == 0) {
          pipeline.restart(1 + random.nextInt(3), Duration.ofDays(random.nextInt(30)));
        }
      }
      assertThat(HistoryPropertyTest.table(pipeline))
          .containsExactlyInAnyOrderElementsOf(HistoryModel.of(accepted, trackFirst));
      assertThat(tooLate).isLessThan(EVENTS / 2);
      pass(pipeline, WINDOW.multipliedBy(2));
      assertThat(pipeline.stateEntries()).isEqualTo(firsts.size());
      assertThat(pipeline.timers()).isZero();
    }
  }

  private void feed(HistoryPipeline pipeline, Event event) throws Exception {
    List<Row> before = HistoryPropertyTest.table(pipeline);
    pipeline.feed(HistoryPropertyTest.event(event));
    if (pipeline.rejected().size() == tooLate) {
      accepted.add(event);
      return;
    }
    tooLate++;
    assertThat(HistoryPropertyTest.table(pipeline)).isEqualTo(before);
    assertThat(running).isGreaterThan(WINDOW);
  }

  private void pass(HistoryPipeline pipeline, Duration time) throws Exception {
    pipeline.pass(time);
    running = running.plus(time);
  }

  private Event event(Random random, int keys, int newest, int lateness, boolean ignoresNulls) {
    if (!accepted.isEmpty() && random.nextInt(8) == 0) {
      return accepted.get(Math.max(0, accepted.size() - 1 - random.nextInt(30)));
    }
    int key = random.nextInt(keys);
    int sequence = newest - (random.nextInt(3) == 0 ? random.nextInt(lateness) : 0);
    return new Event(
        key,
        random.nextInt(4) == 0 ? null : "f" + random.nextInt(2),
        random.nextInt(4) == 0 ? null : "s" + random.nextInt(2),
        sequence,
        sequence > firsts.computeIfAbsent(key, first -> sequence) && random.nextInt(4) == 0,
        ignoresNulls && random.nextInt(4) > 0);
  }
}
