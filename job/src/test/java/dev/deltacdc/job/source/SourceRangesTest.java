/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of what a reader has read. */
class SourceRangesTest {

  private final SourceRanges ranges = new SourceRanges("feed", "source/feed");

  @Test
  void splitsThatTakeTurnsHaveARangeEach() {
    ranges.add("topic-0", 10);
    ranges.add("topic-1", 7);
    ranges.add("topic-0", 11);
    ranges.add("topic-0", 14);

    assertThat(ranges.take(3))
        .isEqualTo(
            new SourceProgress(
                "feed",
                "source/feed",
                3,
                4,
                2,
                List.of(new SplitRange("topic-0", 10, 14, 3), new SplitRange("topic-1", 7, 7, 1))));
  }

  @Test
  void theNextEpochBeginsAfterTheLast() {
    ranges.add("a.csv", 1);
    ranges.take(1);
    assertThat(ranges.isEmpty()).isTrue();
    ranges.add("a.csv", 2);

    assertThat(ranges.take(2).ranges()).containsExactly(new SplitRange("a.csv", 2, 2, 1));
  }

  @Test
  void ofManyFilesTheFirstOnesAndTheLastAreTold() {
    for (int file = 0; file < 30_000; file++) {
      ranges.add("%05d.csv".formatted(file), 1);
      ranges.add("%05d.csv".formatted(file), 2);
    }

    SourceProgress progress = ranges.take(1);

    assertThat(progress.records()).isEqualTo(60_000);
    assertThat(progress.splits()).isEqualTo(30_000);
    assertThat(progress.ranges()).hasSize(SourceProgress.MOST_RANGES);
    assertThat(progress.ranges().get(98)).isEqualTo(new SplitRange("00098.csv", 1, 2, 2));
    assertThat(progress.ranges().get(99)).isEqualTo(new SplitRange("29999.csv", 1, 2, 2));
  }

  @Test
  void ofManyReadersTheSameHolds() {
    SourceProgress all = progress(0);
    for (int reader = 1; reader < 300; reader++) {
      all = SourceProgress.merged(all, progress(reader));
    }

    assertThat(all.records()).isEqualTo(600);
    assertThat(all.splits()).isEqualTo(300);
    assertThat(all.ranges()).hasSize(SourceProgress.MOST_RANGES);
    assertThat(all.ranges().get(0).split()).isEqualTo("000.csv");
    assertThat(all.ranges().get(99).split()).isEqualTo("299.csv");
  }

  private static SourceProgress progress(int reader) {
    SourceRanges of = new SourceRanges("feed", "source/feed");
    of.add("%03d.csv".formatted(reader), 1);
    of.add("%03d.csv".formatted(reader), 2);
    return of.take(1);
  }
}
