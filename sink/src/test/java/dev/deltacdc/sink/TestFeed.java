/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.types.RowKind;

/** Batches of changes; the source waits for a completed checkpoint between two batches. */
record TestFeed(List<List<TestEvent>> batches) implements Serializable {

  static TestFeed of(List<TestEvent>... batches) {
    return new TestFeed(List.of(batches));
  }

  /** Random upserts, repeated upserts, deletes, key-only deletes of unknown keys, moves. */
  static TestFeed random(long seed, int batchCount, int batchSize, int keys) {
    Random random = new Random(seed);
    List<List<TestEvent>> batches = new ArrayList<>();
    for (int b = 0; b < batchCount; b++) {
      List<TestEvent> batch = new ArrayList<>();
      for (int i = 0; i < batchSize; i++) {
        int id = random.nextInt(keys);
        int dice = random.nextInt(10);
        if (dice < 2) {
          batch.add(TestEvent.delete(id));
        } else if (dice < 3) {
          batch.add(TestEvent.before(id, "x", -1));
        } else {
          String part = "p" + random.nextInt(3);
          batch.add(
              dice < 6
                  ? TestEvent.insert(id, part, random.nextInt(1000))
                  : TestEvent.upsert(id, part, random.nextInt(1000)));
        }
      }
      batches.add(batch);
    }
    return new TestFeed(batches);
  }

  /** Inserts of distinct ids. */
  static TestFeed inserts(int batchCount, int batchSize) {
    List<List<TestEvent>> batches = new ArrayList<>();
    for (int b = 0; b < batchCount; b++) {
      List<TestEvent> batch = new ArrayList<>();
      for (int i = 0; i < batchSize; i++) {
        batch.add(TestEvent.insert(b * batchSize + i, "p" + i % 3, i));
      }
      batches.add(batch);
    }
    return new TestFeed(batches);
  }

  /** The table that the whole feed gives: the last change per key decides. */
  Map<Integer, String> expected() {
    Map<Integer, String> rows = new TreeMap<>();
    for (List<TestEvent> batch : batches) {
      for (TestEvent event : batch) {
        if (event.kind() == RowKind.DELETE) {
          rows.remove(event.id());
        } else if (event.kind() != RowKind.UPDATE_BEFORE) {
          rows.put(event.id(), event.part() + "/" + event.amount());
        }
      }
    }
    return rows;
  }

  List<String> expectedRows() {
    return expected().entrySet().stream().map(e -> e.getKey() + "/" + e.getValue()).toList();
  }
}
