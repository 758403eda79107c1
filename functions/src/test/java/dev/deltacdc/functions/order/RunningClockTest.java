/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;

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
}
