/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** How much of the heap things take that are kept. */
public final class HeapGrowth {
  private static final int STEPS = 5;

  private HeapGrowth() {}

  /** Adds some of the things. */
  @FunctionalInterface
  public interface Step {
    void add(int step) throws Exception;
  }

  /**
   * The bytes of one thing: the median of several steps, since what earlier tests of this JVM leave
   * may be collected during one of them.
   */
  public static long bytes(int things, Step step) throws Exception {
    long[] bytes = new long[STEPS];
    long before = usedHeap();
    for (int i = 0; i < STEPS; i++) {
      step.add(i);
      long after = usedHeap();
      bytes[i] = (after - before) / things;
      before = after;
    }
    Arrays.sort(bytes);
    return bytes[STEPS / 2];
  }

  private static long usedHeap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
