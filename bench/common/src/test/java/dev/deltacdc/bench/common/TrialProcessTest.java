/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialProcessTest {

  @Test
  void figuresAreReadAsTheyWereWritten() {
    Map<String, Double> figures = Map.of("seconds", 0.25, "rows", 1e7);
    assertThat(TrialProcess.parse(TrialProcess.format(figures))).isEqualTo(figures);
  }

  @Test
  void thereMayBeNoFigures() {
    assertThat(TrialProcess.parse(TrialProcess.format(Map.of()))).isEmpty();
  }
}
