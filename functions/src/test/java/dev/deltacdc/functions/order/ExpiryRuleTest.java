/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Never earlier than the retention, and not much later. */
class ExpiryRuleTest {

  @Test
  void aTombstoneLivesItsRetentionAndAtMostASecondMore() {
    ExpiryRule rule = ExpiryRule.exact(Duration.ofSeconds(10));
    for (long arrived = 0; arrived < 3000; arrived += 333) {
      long left = rule.end((int) (arrived / 1000)) - arrived;
      assertThat(left).isBetween(10_000L, 11_000L);
    }
    assertThat(rule.end(5)).isEqualTo(16_000);
  }

  @Test
  void aNegativeRetentionIsRefused() {
    Duration negative = Duration.ofMillis(-1);
    assertThatThrownBy(() -> ExpiryRule.exact(negative))
        .hasMessageContaining("negative: PT-0.001S");
  }

  @Test
  void neverEarlierAndAtMostAStepLater() {
    for (Duration retention :
        new Duration[] {
          Duration.ZERO, Duration.ofSeconds(1), Duration.ofMinutes(90), Duration.ofDays(7)
        }) {
      ExpiryRule rule = ExpiryRule.inSteps(retention);
      long step = Math.max(1000, retention.toMillis() / 64);
      for (int seconds = 0; seconds < 100_000; seconds += 977) {
        long end = rule.end(seconds);
        // The second that was cut off may have been almost over.
        assertThat(end)
            .isBetween(
                seconds * 1000L + 1000 + retention.toMillis(),
                seconds * 1000L + 1000 + retention.toMillis() + step);
        assertThat(rule.isOver(seconds, end - 1)).isFalse();
        assertThat(rule.isOver(seconds, end)).isTrue();
      }
    }
  }
}
