/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import java.util.BitSet;
import java.util.Random;

/**
 * Numbers of rows at random, each at most once: the same for every system that asks for as many. A
 * row that was updated lies in a new, small file; if it were drawn again, a small table would get
 * more deletion vectors per commit than a large one.
 */
public final class RandomRows {
  private static final long SEED = 20260101;

  private final int rows;
  private final Random random = new Random(SEED);
  private final BitSet drawn;

  public RandomRows(long rows) {
    this.rows = Math.toIntExact(rows);
    this.drawn = new BitSet(this.rows);
  }

  /**
   * The next numbers.
   *
   * @throws IllegalStateException when fewer than half of the rows would be left
   */
  public long[] next(int count) {
    if (2L * (drawn.cardinality() + count) > rows) {
      throw new IllegalStateException(
          "More than half of the table's "
              + rows
              + " rows would have been updated. Take fewer repetitions, fewer changes, or more rows.");
    }
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      int number = random.nextInt(rows);
      while (drawn.get(number)) {
        number = random.nextInt(rows);
      }
      drawn.set(number);
      numbers[i] = number;
    }
    return numbers;
  }
}
