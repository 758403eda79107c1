/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleTest {

  private long now = 1_000;

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 7, 1_000, 123_456})
  void letsTheRateThroughAndNoMore(double rate) {
    Throttle throttle = new Throttle(rate, () -> now);
    long seconds = Math.max(10, (long) (20 / rate));
    // What is due between the last tick and the end is still to come.
    assertThat(count(throttle, seconds * 1_000))
        .isBetween((long) (rate * (seconds - 0.0001)), (long) (rate * seconds) + 1);
  }

  @Test
  void catchesUpATenthOfASecondAfterAPauseNotMore() {
    Throttle throttle = new Throttle(1_000, () -> now);
    assertThat(count(throttle, 1_000)).isBetween(1_000L, 1_001L);
    now += TimeUnit.MINUTES.toNanos(5);
    assertThat(count(throttle, 1_000)).isBetween(1_100L, 1_102L);
  }

  @Test
  void saysHowLongToWait() {
    Throttle throttle = new Throttle(10, () -> now);
    assertThat(throttle.waitNanos()).isLessThanOrEqualTo(0);
    throttle.take();
    assertThat(throttle.waitNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    now += throttle.waitNanos();
    assertThat(throttle.waitNanos()).isLessThanOrEqualTo(0);
  }

  /** Events taken within some milliseconds by a clock that ticks every 100 microseconds. */
  private long count(Throttle throttle, long millis) {
    long events = 0;
    for (long tick = 0; tick < millis * 10; tick++) {
      while (throttle.waitNanos() <= 0) {
        throttle.take();
        events++;
      }
      now += TimeUnit.MICROSECONDS.toNanos(100);
    }
    return events;
  }
}
