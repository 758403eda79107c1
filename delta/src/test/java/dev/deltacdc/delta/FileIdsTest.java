/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileIdsTest {

  @Test
  void idsAreOfTheDecodedPath() {
    assertThat(FileIds.of("a%20b/c.parquet")).isEqualTo(FileIds.of("a b/c.parquet"));
    assertThat(FileIds.of("%C3%A7.parquet")).isEqualTo(FileIds.of("ç.parquet"));
    assertThat(FileIds.of("a%2520b")).isNotEqualTo(FileIds.of("a%20b"));
    assertThat(FileIds.of("100%")).isNotEqualTo(FileIds.of("100"));
  }

  @Test
  void idsNeverChange() {
    // They are in savepoints.
    assertThat(FileIds.of("part-0.parquet")).isEqualTo(PART_0);
  }

  private static final long PART_0 = 9186764935540165482L;
}
