/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionPathTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "a b", "../x", "São Paulo", "水", "\uD83D\uDE00", "\u0000\n\u007f", "%41"})
  void aDirectoryIsShortPrintableAscii(String text) {
    for (String longer : List.of(text, text.repeat(100))) {
      String path = PartitionPath.of(List.of(longer), Map.of(longer, longer));

      assertThat(path).matches("[ -~]+").hasSizeLessThanOrEqualTo(255).doesNotContain("/");
    }
  }

  @Test
  void ordinaryValuesAreReadable() {
    assertThat(
            PartitionPath.of(
                List.of("day", "city"), Map.of("day", "2026-01-01", "city", "A/B \u00e9")))
        .isEqualTo("day=2026-01-01/city=A%2FB %C3%A9");
    assertThat(PartitionPath.of(List.of("day"), Collections.singletonMap("day", null)))
        .isEqualTo("day=__HIVE_DEFAULT_PARTITION__");
    assertThat(PartitionPath.of(List.of(), Map.of())).isEmpty();
  }

  @Test
  void longValuesWithOneBeginningHaveTheirOwnDirectories() {
    String beginning = "x".repeat(500);
    assertThat(PartitionPath.of(List.of("c"), Map.of("c", beginning + "1")))
        .isNotEqualTo(PartitionPath.of(List.of("c"), Map.of("c", beginning + "2")));
  }
}
