/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import dev.deltacdc.bench.common.upserts.CommitCurve;
import java.util.TreeMap;

/** What the skeleton's tasks, which are in this JVM, tell of completed checkpoints. */
final class CheckpointCounts {

  private static final TreeMap<Integer, Long> COUNTS = new TreeMap<>();
  private static final TreeMap<Long, long[]> POINTS = new TreeMap<>();

  private CheckpointCounts() {}

  static synchronized void start() {
    COUNTS.clear();
    POINTS.clear();
  }

  /** A subtask had counted so many events when the checkpoint was taken. */
  static synchronized void complete(int subtask, long checkpoint, long count) {
    COUNTS.put(subtask, count);
    long total = COUNTS.values().stream().mapToLong(Long::longValue).sum();
    POINTS.put(checkpoint, new long[] {System.currentTimeMillis(), total});
  }

  static synchronized CommitCurve curve() {
    CommitCurve curve = new CommitCurve();
    long before = 0;
    for (long[] point : POINTS.values()) {
      curve.add(point[0], point[1] - before);
      before = point[1];
    }
    return curve;
  }
}
