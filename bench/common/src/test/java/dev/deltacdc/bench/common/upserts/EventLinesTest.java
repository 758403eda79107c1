/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common.upserts;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventLinesTest {

  @Test
  void everyLineHasTheSameSize() {
    EventLines lines = new EventLines(1000);
    for (int i = 0; i < 10_000; i++) {
      assertThat(lines.next()).hasSize(EventLines.LINE_BYTES);
    }
  }

  @Test
  void theLoadInsertsEachKeyOnceAndFourFifthsOfTheRestAreUpdates() {
    EventLines lines = new EventLines(1000);
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      assertThat(keys.add(key(lines))).isTrue();
    }
    int updates = 0;
    for (int i = 0; i < 10_000; i++) {
      updates += keys.add(key(lines)) ? 0 : 1;
    }
    assertThat(updates).isBetween(7_800, 8_200);
    assertThat(lines.keys()).isEqualTo(keys.size());
  }

  @Test
  void linesAreTheSameEachTime() {
    EventLines one = new EventLines(10);
    EventLines other = new EventLines(10);
    for (int i = 0; i < 100; i++) {
      assertThat(one.next()).isEqualTo(other.next());
    }
  }

  private static String key(EventLines lines) {
    return new String(lines.next(), US_ASCII).substring(7, 43);
  }
}
