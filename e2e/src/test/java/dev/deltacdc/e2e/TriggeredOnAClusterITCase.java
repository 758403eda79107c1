/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** {@code flink run JAR run FILE --mode triggered}, again and again, on a cluster of processes. */
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TriggeredOnAClusterITCase {

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path temp;

  @Test
  void eachRunEndsAndGoesOn() throws Exception {
    Path pipeline =
        Files.writeString(
            temp.resolve("p.sql"),
            """
            CREATE TABLE feed (id INT, seq BIGINT)
              WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
            CREATE STREAMING TABLE latest;
            CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
            CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
            """);
    Path lake = temp.resolve("lake");
    Path feed = Files.createDirectories(temp.resolve("feed"));
    try (FlinkCluster flink = FlinkCluster.plain(temp.resolve("flink"))) {
      for (int run = 0; run < 2; run++) {
        Files.writeString(feed.resolve(run + ".json"), "{\"id\": %d, \"seq\": 1}\n".formatted(run));
        assertThat(flink.runTriggered(BuiltJar.ofPipelines(), pipeline, lake, 1 + run))
            .contains("Submitted as job ")
            .containsPattern("source feed +1 +0 +0\n")
            .doesNotContain("\tat ", "Exception");
      }
      assertThat(flink.runTriggered(BuiltJar.ofPipelines(), pipeline, lake, 2))
          .contains("Going on from the state of the last run")
          .containsPattern("source feed +0 +0 +0\n");
    }
    Tables tables = new Tables(lake);
    assertThat(tables.rows("facts", "id")).isEqualTo(List.of("0", "1"));
    assertThat(tables.rows("latest", "id")).isEqualTo(List.of("0", "1"));
  }
}
