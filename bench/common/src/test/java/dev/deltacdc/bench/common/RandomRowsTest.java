/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomRowsTest {

  @Test
  void everyRowIsDrawnAtMostOnce() {
    RandomRows rows = new RandomRows(1000);
    long[] first = rows.next(200);
    long[] second = rows.next(200);
    assertThat(LongStream.concat(Arrays.stream(first), Arrays.stream(second)).distinct().count())
        .isEqualTo(400);
  }

  @Test
  void everySystemDrawsTheSame() {
    assertThat(new RandomRows(1000).next(100)).isEqualTo(new RandomRows(1000).next(100));
  }

  @Test
  void refusesToUpdateMostOfTheTable() {
    assertThatThrownBy(() -> new RandomRows(1000).next(501))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("fewer repetitions");
  }
}
