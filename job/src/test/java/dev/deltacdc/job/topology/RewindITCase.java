/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job is restored from a savepoint that is older than its tables. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RewindITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  private static final int EVENTS = 1_500;

  /** Events of eight days in any order: most days are beyond the late window of the newest. */
  private static final String CHANGED =
      """
      CREATE TABLE feed (id INT, valor STRING, op STRING, ts TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json'%s);
      CREATE STREAMING TABLE current_rows;
      CREATE FLOW apply AS AUTO CDC INTO current_rows FROM STREAM(feed)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE days SNAPSHOT OF current_rows EVERY DAY EVENT TIME ts
        START DATE '2026-01-01' LATE EVENTS 3 DAYS;
      """;

  private static final String FACTS =
      "CREATE STREAMING TABLE facts AS SELECT id, ts FROM STREAM(feed);\n";
  private static final String SLOWLY = ", 'scan.max-events-per-second' = '150'";

  @TempDir Path temp;

  @BeforeEach
  void feed() throws Exception {
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Random random = new Random(7);
    for (int file = 0; file < 3; file++) {
      Files.write(
          feed.resolve("part-" + file + ".json"),
          IntStream.range(0, EVENTS / 3).mapToObj(i -> event(random)).toList());
    }
  }

  /** The savepoint is taken in the middle; the job stops there, or goes on to the end. */
  @ParameterizedTest(name = "stopped {0}")
  @ValueSource(booleans = {true, false})
  void changedTablesBecomeWhatTheyWere(boolean stopped, @InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Path calm = temp.resolve("calm");
    PipelineJob.start(cluster, pipeline(CHANGED, ""), calm, 2, PipelineJob.configuration(temp))
        .awaitEnd();
    Map<String, List<String>> expected = rows(calm, "current_rows", "days");

    Path lake = temp.resolve("lake");
    String older = toTheEnd(cluster, lake, stopped, pipeline(CHANGED, SLOWLY));
    assertThat(rows(lake, "current_rows", "days")).isEqualTo(expected);
    long version = TableContent.newestVersion(lake.resolve("current_rows"));

    Configuration rewound = PipelineJob.restarting(temp);
    rewound.set(StateRecoveryOptions.SAVEPOINT_PATH, older);
    PipelineJob.start(cluster, pipeline(CHANGED, ""), lake, 3, rewound).awaitEnd();
    assertThat(rows(lake, "current_rows", "days")).isEqualTo(expected);
    assertThat(TableContent.newestVersion(lake.resolve("current_rows")))
        .as("what was read again is written again")
        .isGreaterThan(version);
  }

  @Test
  void anAppendTableStopsTheJobAndSaysWhatToDo(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Path lake = temp.resolve("lake");
    String older = toTheEnd(cluster, lake, false, pipeline(CHANGED + FACTS, SLOWLY));
    Map<String, List<String>> before = rows(lake, "current_rows", "days", "facts");
    assertThat(before.get("facts")).hasSize(EVENTS);

    Configuration rewound = PipelineJob.restarting(temp);
    rewound.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
    rewound.set(StateRecoveryOptions.SAVEPOINT_PATH, older);
    PipelineJob job = PipelineJob.start(cluster, pipeline(CHANGED + FACTS, ""), lake, 2, rewound);
    assertThatThrownBy(job::awaitEnd)
        .hasStackTraceContaining("'facts'")
        .hasStackTraceContaining("moved on after checkpoint");
    assertThat(rows(lake, "current_rows", "days", "facts")).isEqualTo(before);
  }

  /** Returns a savepoint of about a third of the events. */
  private String toTheEnd(MiniCluster cluster, Path lake, boolean stopped, Path pipeline)
      throws Exception {
    Configuration configuration = PipelineJob.restarting(temp);
    PipelineJob job = PipelineJob.start(cluster, pipeline, lake, 2, configuration);
    job.awaitRead(Step.source("feed"), EVENTS / 3);
    if (!stopped) {
      String savepoint = job.savepoint();
      job.awaitEnd();
      return savepoint;
    }
    String savepoint = job.stop();
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    PipelineJob.start(cluster, pipeline, lake, 2, configuration).awaitEnd();
    return savepoint;
  }

  private static Map<String, List<String>> rows(Path lake, String... tables) {
    Map<String, List<String>> rows = new TreeMap<>();
    for (String table : tables) {
      rows.put(table, TableContent.read(lake.resolve(table)).stream().sorted().toList());
      assertThat(rows.get(table)).as(table).isNotEmpty();
    }
    return rows;
  }

  private Path pipeline(String sql, String more) throws Exception {
    return Files.writeString(temp.resolve("rewind.sql"), sql.formatted(more));
  }

  private static String event(Random random) {
    return "{\"id\": %d, \"valor\": \"v%d\", \"op\": \"%s\", \"ts\": \"2026-01-%02dT%02d:00:00.%06dZ\"}"
        .formatted(
            random.nextInt(100),
            random.nextInt(1000),
            random.nextInt(4) == 0 ? "D" : "U",
            1 + random.nextInt(8),
            random.nextInt(24),
            random.nextInt(1_000_000));
  }
}
