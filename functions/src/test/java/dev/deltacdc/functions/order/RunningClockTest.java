/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunningClockTest {

  @Test
  void timeGoesOnWhereItStopped() {
    RunningClock clock = new RunningClock(500, 10_000);
    assertThat(clock.elapsed(10_000)).isEqualTo(500);
    assertThat(clock.elapsed(10_250)).isEqualTo(750);
  }

  @Test
  void timeDoesNotGoBack() {
    RunningClock clock = new RunningClock(500, 10_000);
    assertThat(clock.elapsed(11_000)).isEqualTo(1500);
    assertThat(clock.elapsed(9_000)).isEqualTo(1500);
  }

  @Test
  void aTombstoneLivesItsRetentionAndAtMostASecondMore() {
    TombstoneRule rule = new TombstoneRule(Duration.ofSeconds(10));
    for (long arrived = 0; arrived < 3000; arrived += 333) {
      long left = rule.end((int) (arrived / 1000)) - arrived;
      assertThat(left).isBetween(10_000L, 11_000L);
    }
    assertThat(rule.end(5)).isEqualTo(16_000);
  }

  @Test
  void zeroIsForEver() {
    assertThat(new TombstoneRule(Duration.ZERO).isForEver()).isTrue();
    assertThat(new TombstoneRule(Duration.ofMillis(1)).isForEver()).isFalse();
    assertThatThrownBy(() -> new TombstoneRule(Duration.ofMillis(-1)))
        .hasMessageContaining("tombstone.retention");
  }
}
