/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {

  @Test
  void countsInsertionsRemovalsAndReplacements() {
    assertThat(NearestWord.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestWord.distance("", "abc")).isEqualTo(3);
    assertThat(NearestWord.distance("KEYS", "keys")).isZero();
  }

  @Test
  void findsTheNearestOrNone() {
    List<String> words = List.of("KEYS", "SEQUENCE", "COLUMNS");
    assertThat(NearestWord.of("key", words)).contains("KEYS");
    assertThat(NearestWord.of("SEQENCE", words)).contains("SEQUENCE");
    assertThat(NearestWord.of("WHERE", words)).isEmpty();
    assertThat(NearestWord.of("a", List.of("b"))).isEmpty();
  }
}
