/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Continuous runs, and changes between them and triggered ones. */
@Timeout(value = 8, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunModesITCase {

  private static final String PIPELINE =
      """
      SET 'execution.checkpointing.interval' = '300 ms';
      CREATE TABLE loaded (id INT, seq INT)
        WITH ('connector' = 'filesystem', 'path' = 'loaded.json', 'format' = 'json');
      CREATE TABLE feed (id INT, seq INT)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE TABLE numbers (id INT) WITH ('connector' = 'datagen', 'number-of-rows' = '5',
        'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '5');
      CREATE STREAMING TABLE latest;
      CREATE FLOW load AS AUTO CDC ONCE INTO latest FROM STREAM(loaded) KEYS (id) SEQUENCE BY seq;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
      CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
      CREATE STREAMING TABLE five AS SELECT id FROM STREAM(numbers);
      """;

  @TempDir Path temp;

  @Test
  void eachModeGoesOnFromTheOther() throws Exception {
    Runs runs = new Runs(temp);
    runs.pipeline(PIPELINE);
    runs.file("loaded.json", "{\"id\": 100, \"seq\": 0}", "{\"id\": 1, \"seq\": 0}");
    runs.file("feed/1.json", "{\"id\": 1, \"seq\": 1}");
    continuous("first", 1);

    runs.file("feed/2.json", "{\"id\": 2, \"seq\": 2}");
    assertThat(runs.run(2))
        .contains("Going on from the state of the last run")
        .containsPattern("source loaded +0 +0 +0\n")
        .containsPattern("source feed +1 +0 +0\n");

    runs.file("feed/3.json", "{\"id\": 3, \"seq\": 3}");
    continuous("second", 3);

    runs.file("feed/4.json", "{\"id\": 4, \"seq\": 4}");
    runs.run(1);
    assertThat(runs.rows("facts"))
        .containsExactlyInAnyOrderElementsOf(
            List.of(
                "{\"id\":1,\"seq\":1}",
                "{\"id\":2,\"seq\":2}",
                "{\"id\":3,\"seq\":3}",
                "{\"id\":4,\"seq\":4}"));
    assertThat(runs.rows("latest")).hasSize(5).contains("{\"id\":100,\"seq\":0}");
    assertThat(runs.rows("five")).hasSize(5);
  }

  /** Runs until the append table has that many rows, then stops. */
  private void continuous(String name, int facts) throws Exception {
    try (PipelineProcess run =
        PipelineProcess.start(
            temp.resolve(name + ".out"),
            "run",
            temp.resolve("p.sql").toString(),
            "--lake",
            temp.resolve("lake").toString(),
            "--parallelism",
            "2",
            "--mode",
            "continuous")) {
      run.await(() -> count("facts") == facts && count("five") == 5);
      run.terminate();
      assertThat(run.output()).contains("Stopped after", "The next run goes on from here");
    }
  }

  private int count(String table) {
    Path path = temp.resolve("lake").resolve(table);
    return Files.exists(path.resolve("_delta_log/00000000000000000000.json"))
        ? TableContent.read(path).size()
        : 0;
  }
}
