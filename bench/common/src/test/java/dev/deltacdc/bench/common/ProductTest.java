/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProductTest {

  @Test
  void aRowFollowsFromItsNumberAndUpdate() {
    assertThat(Product.of(7, 1)).isEqualTo(Product.of(7, 1));
    assertThat(Product.of(7, 2).id()).isEqualTo(Product.of(7, 1).id());
    assertThat(Product.of(7, 2)).isNotEqualTo(Product.of(7, 1));
    assertThat(Product.of(7, 2).updatedAt()).isAfter(Product.of(7, 0).updatedAt());
  }

  @Test
  void keysDiffer() {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      ids.add(Product.id(i));
    }
    assertThat(ids).hasSize(100_000);
  }
}
