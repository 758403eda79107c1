/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** FROM SNAPSHOT of one location that each triggered run reads once more, and goes on from. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TriggeredSnapshotITCase {

  private static final String PIPELINE =
      """
      CREATE TABLE people (id INT, name STRING)
        WITH ('connector' = 'filesystem', 'path' = 'people', 'format' = 'json',
              'snapshot.version' = 'read-time');
      CREATE STREAMING TABLE latest FLOW AUTO CDC FROM SNAPSHOT (people) KEYS (id);
      CREATE STREAMING TABLE history
        FLOW AUTO CDC FROM SNAPSHOT (people) KEYS (id) STORED AS SCD TYPE 2;
      """;
  private static final String[] TABLES = {"latest", "history"};

  @TempDir Path temp;

  @Test
  void eachRunTakesTheLocationAsItIs() throws Exception {
    Runs runs = new Runs(temp);
    runs.pipeline(PIPELINE);
    runs.file("people/part.json", person(1, "Ana"), person(2, "Rui"));
    runs.run(2);
    assertThat(runs.rows("latest")).containsExactlyInAnyOrder(person(1, "Ana"), person(2, "Rui"));
    assertThat(runs.rows("history")).hasSize(2).allMatch(row -> row.contains("\"__END_AT\":null"));

    // One is gone, one has another name, one is new.
    runs.file("people/part.json", person(2, "Rui Costa"), person(3, "Eva"));
    runs.run(1);
    assertThat(runs.rows("latest"))
        .containsExactlyInAnyOrder(person(2, "Rui Costa"), person(3, "Eva"));
    List<String> history = runs.rows("history");
    assertThat(history).hasSize(4);
    assertThat(history)
        .filteredOn(row -> row.contains("\"__END_AT\":null"))
        .extracting(row -> row.substring(0, row.indexOf(",\"__START_AT")) + "}")
        .containsExactlyInAnyOrder(person(2, "Rui Costa"), person(3, "Eva"));

    Map<String, Long> before = runs.versions(TABLES);
    runs.run(2);
    assertThat(runs.versions(TABLES)).as("nothing has changed").isEqualTo(before);
    assertThat(runs.rows("history")).containsExactlyInAnyOrderElementsOf(history);
  }

  private static String person(int id, String name) {
    return "{\"id\":%d,\"name\":\"%s\"}".formatted(id, name);
  }
}
