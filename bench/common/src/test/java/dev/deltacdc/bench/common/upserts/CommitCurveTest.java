/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common.upserts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CommitCurveTest {

  @Test
  void measuresFromTheFirstCommitWithAllOfTheLoadToTheLast() {
    CommitCurve curve = new CommitCurve();
    curve.add(1_000, 60);
    curve.add(31_000, 300);
    curve.add(11_000, 50);
    curve.add(21_000, 100);

    assertThat(curve.figures(100, 510))
        .containsEntry("eventsPerSecond", 20.0)
        .containsEntry("steadySeconds", 20.0)
        .containsEntry("secondsPerCommit", 10.0);
  }

  @Test
  void refusesCommitsThatHoldOtherEventsThanWereRead() {
    CommitCurve curve = new CommitCurve();
    curve.add(1_000, 60);

    assertThatThrownBy(() -> curve.figures(10, 59)).hasMessageContaining("lost or doubled");
  }

  @Test
  void refusesASingleCommitAfterTheLoad() {
    CommitCurve curve = new CommitCurve();
    curve.add(1_000, 60);

    assertThatThrownBy(() -> curve.figures(10, 60)).hasMessageContaining("steady part");
  }
}
