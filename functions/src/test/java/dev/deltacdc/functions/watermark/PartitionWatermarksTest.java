/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionWatermarksTest {

  private static final long IDLE = 100;

  private final PartitionWatermarks<String> watermarks = new PartitionWatermarks<>(IDLE, 0);

  @Test
  void theSlowestPartitionDecides() {
    watermarks.event("fast", 5_000, 0);
    watermarks.event("slow", 1_000, 99);
    watermarks.event("fast", 9_000, 99);
    assertThat(watermarks.advance(100)).isEqualTo(999);
    watermarks.event("slow", 2_000, 120);
    watermarks.event("slow", 1_500, 120);
    assertThat(watermarks.advance(150)).isEqualTo(1_999);
  }

  @Test
  void partitionsHaveTheirChanceAfterTheStart() {
    watermarks.event("first", 5_000, 50);
    assertThat(watermarks.advance(149)).isEqualTo(PartitionWatermarks.NONE);
    assertThat(watermarks.isIdle(149)).isFalse();
    watermarks.event("second", 10, 149);
    watermarks.event("first", 6_000, 149);
    assertThat(watermarks.advance(150)).isEqualTo(9);
  }

  @Test
  void partitionsHaveTheirChanceAfterASilenceOfAll() {
    watermarks.event("first", 5_000, 0);
    watermarks.event("second", 6_000, 0);
    assertThat(watermarks.advance(100)).isEqualTo(4_999);
    assertThat(watermarks.isIdle(100)).isTrue();
    // All that was not sent in the silence comes at once, one partition after the other.
    watermarks.event("first", 90_000, 500);
    assertThat(watermarks.isIdle(500)).isFalse();
    assertThat(watermarks.advance(510)).isEqualTo(4_999);
    watermarks.event("second", 7_000, 520);
    watermarks.event("first", 91_000, 590);
    assertThat(watermarks.advance(600)).isEqualTo(6_999);
  }

  @Test
  void anIdlePartitionIsNotWaitedForUntilItsNextEvent() {
    watermarks.event("a", 5_000, 0);
    watermarks.event("b", 1_000, 90);
    watermarks.event("a", 5_000, 90);
    assertThat(watermarks.advance(150)).isEqualTo(999);
    watermarks.event("a", 5_000, 180);
    watermarks.advance(190);
    assertThat(watermarks.active()).isEqualTo(1);
    assertThat(watermarks.advance(191)).isEqualTo(4_999);
    // It comes back, and holds what is not past yet.
    watermarks.event("b", 1_500, 200);
    watermarks.event("a", 9_000, 200);
    assertThat(watermarks.advance(201)).isEqualTo(4_999);
    watermarks.event("b", 7_000, 210);
    assertThat(watermarks.advance(211)).isEqualTo(6_999);
  }

  @Test
  void withoutAnyPartitionTheTaskIsIdle() {
    assertThat(watermarks.isIdle(99)).isFalse();
    assertThat(watermarks.isIdle(100)).isTrue();
    watermarks.event("a", 1_000, 200);
    assertThat(watermarks.isIdle(200)).isFalse();
    assertThat(watermarks.advance(299)).isEqualTo(PartitionWatermarks.NONE);
    assertThat(watermarks.advance(300)).isEqualTo(999);
    assertThat(watermarks.isIdle(300)).isTrue();
  }

  @Test
  void keepsNothingOfPartitionsThatAreIdle() {
    for (int i = 0; i < 10_000; i++) {
      watermarks.event("p" + i, i, i);
      watermarks.advance(i);
      assertThat(watermarks.active()).isLessThanOrEqualTo((int) IDLE + 1);
    }
  }

  @Test
  void withoutATimeoutOnlyWhatCameSinceTheLastTickCounts() {
    PartitionWatermarks<String> eager = new PartitionWatermarks<>(0, 0);
    eager.event("a", 1_000, 0);
    assertThat(eager.advance(1)).isEqualTo(999);
    eager.event("b", 5_000, 1);
    assertThat(eager.advance(2)).isEqualTo(4_999);
  }

  /**
   * While every partition is in order and has an event within each timeout, no event is late,
   * however unevenly they are read; at the end the watermark is at the slowest.
   */
  @Test
  void noEventOfABusyPartitionIsLate() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int partitions = 1 + random.nextInt(5);
      PartitionWatermarks<Integer> rule = new PartitionWatermarks<>(IDLE, 0);
      long[] times = new long[partitions];
      long[] heard = new long[partitions];
      long watermark = PartitionWatermarks.NONE;
      for (long now = 0; now < 2_000; now++) {
        List<Integer> due = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
          if (now - heard[p] >= IDLE - 1) {
            due.add(p);
          }
        }
        if (random.nextInt(3) == 0) {
          due.add(random.nextInt(partitions));
        }
        for (int p : due) {
          times[p] += random.nextInt(1 + 50 * p);
          heard[p] = now;
          assertThat(times[p]).as("seed %d, %d", seed, now).isGreaterThan(watermark);
          rule.event(p, times[p], now);
        }
        long next = rule.advance(now);
        assertThat(next).isGreaterThanOrEqualTo(watermark);
        watermark = next;
      }
      long slowest = Long.MAX_VALUE;
      for (long time : times) {
        slowest = Math.min(slowest, time);
      }
      assertThat(watermark).isEqualTo(slowest - 1);
    }
  }
}
