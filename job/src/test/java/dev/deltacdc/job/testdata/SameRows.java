/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Two bags of rows are the same: by hashing, since the tables are too large for pairwise
 * comparison.
 */
public final class SameRows {
  private SameRows() {}

  /**
   * Fails with the differences alone.
   *
   * @param context what the run has said
   */
  public static void assertSame(List<String> actual, List<String> expected, String context) {
    Map<String, Integer> surplus = new HashMap<>();
    actual.forEach(row -> surplus.merge(row, 1, Integer::sum));
    expected.forEach(row -> surplus.merge(row, -1, Integer::sum));
    assertThat(rows(surplus, 1)).as("surplus rows after%n%s", context).isEmpty();
    assertThat(rows(surplus, -1)).as("missing rows after%n%s", context).isEmpty();
  }

  private static List<String> rows(Map<String, Integer> surplus, int sign) {
    Stream<Map.Entry<String, Integer>> rows = surplus.entrySet().stream();
    return rows.filter(row -> row.getValue() * sign > 0)
        .map(Map.Entry::getKey)
        .sorted()
        .limit(20)
        .toList();
  }
}
