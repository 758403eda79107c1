/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.history.HistoryModel.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.streaming.util.OperatorSnapshotUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A history goes on from state of the time when versions had no links, and only the last one its
 * start and the values that it keeps. The resource is what that code had after the first half of
 * the feed; today's cannot write it.
 */
class UnlinkedVersionsTest {
  private static final Path RESOURCE = Path.of("src/test/resources/state/history-unlinked.bin");

  private static List<Event> feed() {
    Random random = new Random(7);
    List<Event> feed =
        HistoryPropertyTest.distinct(HistoryPropertyTest.events(random, true, 5, 400, 100));
    Collections.shuffle(feed, random);
    return feed;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void versionsWithoutLinksAreReadAndLinked(int parallelism) throws Exception {
    List<Event> feed = feed();
    int half = feed.size() / 2;
    try (HistoryPipeline pipeline =
        new HistoryPipeline(HistoryPropertyTest.options(false), parallelism)) {
      feed(pipeline, feed.subList(0, half));
      pipeline.restart(OperatorSnapshotUtil.readStateHandle(RESOURCE.toString()), parallelism);
      feed(pipeline, feed.subList(half, feed.size()));
      pipeline.restart(1, Duration.ZERO);
      feed(pipeline, feed);
      assertThat(HistoryPropertyTest.table(pipeline))
          .containsExactlyInAnyOrderElementsOf(HistoryModel.of(feed, false));
      pipeline.pass(Duration.ofDays(8));
      assertThat(pipeline.stateEntries()).isEqualTo(5);
    }
  }

  private static void feed(HistoryPipeline pipeline, List<Event> events) throws Exception {
    for (Event event : events) {
      pipeline.feed(HistoryPropertyTest.event(event));
    }
  }
}
