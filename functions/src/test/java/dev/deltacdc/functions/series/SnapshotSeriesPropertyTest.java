/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random snapshots against what two neighbours differ in; any interleaving, any restart. */
class SnapshotSeriesPropertyTest {
  private static final int KEYS = 12;

  private record Row(int version, int id, String value) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void theEventsAreTheDifferences(long seed) throws Exception {
    Random random = new Random(seed);
    boolean partial = seed % 4 == 0;
    TreeMap<Integer, Map<Integer, String>> snapshots = new TreeMap<>();
    int version = 0;
    for (int i = 0; i < 8; i++) {
      version += 1 + random.nextInt(3);
      snapshots.put(version, snapshot(random));
    }
    assertThat(run(snapshots, partial, random))
        .containsExactlyInAnyOrderElementsOf(expected(snapshots, partial));
  }

  private static Map<Integer, String> snapshot(Random random) {
    Map<Integer, String> snapshot = new TreeMap<>();
    boolean empty = random.nextInt(6) == 0;
    for (int id = 0; id < KEYS && !empty; id++) {
      if (random.nextInt(4) > 0) {
        snapshot.put(id, random.nextInt(5) == 0 ? null : "v" + random.nextInt(3));
      }
    }
    return snapshot;
  }

  private static List<String> expected(
      SortedMap<Integer, Map<Integer, String>> snapshots, boolean partial) {
    List<String> events = new ArrayList<>();
    Map<Integer, String> table = new TreeMap<>();
    snapshots.forEach(
        (version, snapshot) -> {
          for (int id = 0; id < KEYS; id++) {
            if (snapshot.containsKey(id)) {
              boolean same =
                  table.containsKey(id) && Objects.equals(table.get(id), snapshot.get(id));
              if (!same) {
                events.add("U" + id + snapshot.get(id) + "@" + version);
                table.put(id, snapshot.get(id));
              }
            } else if (!partial && table.containsKey(id)) {
              events.add("D" + id + "@" + version);
              table.remove(id);
            }
          }
        });
    return events;
  }

  /** Rows of a snapshot come before its end, and may come before the ends of earlier ones. */
  private static List<String> run(
      SortedMap<Integer, Map<Integer, String>> snapshots, boolean partial, Random random)
      throws Exception {
    List<Row> rows = new ArrayList<>();
    snapshots.forEach(
        (version, snapshot) ->
            snapshot.forEach((id, value) -> rows.add(new Row(version, id, value))));
    List<String> out = new ArrayList<>();
    try (SeriesSubtasks series = new SeriesSubtasks(partial, 2)) {
      for (int version : snapshots.keySet()) {
        List<Row> now = new ArrayList<>();
        for (Row row : rows) {
          boolean overtakes = row.version() <= version + 3 && random.nextInt(4) == 0;
          if (row.version() == version || overtakes) {
            now.add(row);
          }
        }
        rows.removeAll(now);
        Collections.shuffle(now, random);
        for (Row row : now) {
          series.row(row.version(), row.id(), row.value());
          if (random.nextInt(10) == 0) {
            out.addAll(series.taken());
            series.restart(1 + random.nextInt(3));
          }
        }
        out.addAll(series.complete(version));
        if (random.nextInt(3) == 0) {
          series.restart(1 + random.nextInt(3));
          // Told again, as by a source that goes on from right before the end.
          assertThat(series.complete(version)).isEmpty();
        }
      }
    }
    return out;
  }
}
