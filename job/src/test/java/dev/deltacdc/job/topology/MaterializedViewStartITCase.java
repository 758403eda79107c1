/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a materialized view whose table is there becomes at a start. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class MaterializedViewStartITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(1);

  private static final String PIPELINE =
      """
      SET 'quarantine.table' = 'quarantine';
      CREATE TABLE feed (id INT, n INT, seq INT)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'csv'%s);
      CREATE STREAMING TABLE latest;
      CREATE FLOW f AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
      CREATE MATERIALIZED VIEW g
        (CONSTRAINT small EXPECT (n < 100) ON VIOLATION FAIL UPDATE)
        AS SELECT id, n FROM latest WHERE %s;
      """;

  @TempDir Path temp;

  @Test
  void aStartWithoutStateMakesItAnew(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Path lake = temp.resolve("lake");
    feed("1,1,1\n2,2,1\n");
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob.start(cluster, pipeline("", "n > 0"), lake, 1, configuration).awaitEnd();
    assertThat(TableContent.read(lake.resolve("g")))
        .containsExactlyInAnyOrder("{\"id\":1,\"n\":1}", "{\"id\":2,\"n\":2}");

    PipelineJob.start(cluster, pipeline("", "n > 1"), lake, 1, configuration).awaitEnd();

    assertThat(TableContent.read(lake.resolve("g"))).containsExactly("{\"id\":2,\"n\":2}");
    assertThat(TableContent.read(lake.resolve("latest"))).hasSize(2);
  }

  @Test
  void anotherQueryDoesNotGoOnWithTheRowsThatAreThere(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Path lake = temp.resolve("lake");
    feed("1,1,1\n2,2,1\n");
    String unbounded = ", 'source.monitor-interval' = '100 ms'";
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job =
        PipelineJob.start(cluster, pipeline(unbounded, "n > 0"), lake, 1, configuration);
    job.awaitRead(Step.flow("f"), 2);
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());

    assertThatThrownBy(
            () -> PipelineJob.start(cluster, pipeline(unbounded, "n > 1"), lake, 1, configuration))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Table g: ")
        .hasMessageContaining("deltacdc.query")
        .hasMessageContaining("--full-refresh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"totals", "by_name"})
  void stateIsNotLostByAnotherPlanOfTheSameQuery(
      String view, @InjectMiniCluster MiniCluster cluster) throws Exception {
    Path lake = temp.resolve("lake");
    feed("1,1,1\n2,1,1\n");
    Path file = planned(view);
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = PipelineJob.start(cluster, file, lake, 1, configuration);
    job.awaitRead(Step.flow("f"), 2);
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());
    configuration.setString("table.exec.mini-batch.enabled", "true");
    configuration.setString("table.exec.mini-batch.allow-latency", "1 s");
    configuration.setString("table.exec.mini-batch.size", "100");

    assertThatThrownBy(() -> PipelineJob.start(cluster, file, lake, 1, configuration))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("flow " + view)
        .hasMessageContaining("a setting table.…")
        .hasMessageContaining("--full-refresh " + view)
        .hasMessageContaining("[changed-query]");
  }

  /** Of two views, one keeps state in its query, the other to put changes in order by its key. */
  private Path planned(String view) throws IOException {
    String query =
        view.equals("totals")
            ? "totals AS SELECT n, COUNT(*) AS c FROM latest GROUP BY n"
            : "by_name (PRIMARY KEY (name) NOT ENFORCED) AS SELECT 'n' || id AS name, n FROM latest";
    return Files.writeString(
        temp.resolve("planned.sql"),
        """
        CREATE TABLE feed (id STRING, n INT, seq INT) WITH ('connector' = 'filesystem',
          'path' = 'feed', 'format' = 'csv', 'source.monitor-interval' = '100 ms');
        CREATE STREAMING TABLE latest;
        CREATE FLOW f AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
        CREATE MATERIALIZED VIEW %s;
        """
            .formatted(query));
  }

  @Test
  void timesOfAnotherZoneDoNotStandBesideThoseThatAreThere(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Path lake = temp.resolve("lake");
    feed("1,1,1\n");
    Path file = pipeline(", 'source.monitor-interval' = '100 ms'", "n > 0");
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = PipelineJob.start(cluster, file, lake, 1, configuration);
    job.awaitRead(Step.flow("f"), 1);
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());
    Path elsewhere =
        Files.writeString(
            temp.resolve("elsewhere.sql"),
            "SET 'pipeline.time-zone' = 'Asia/Tokyo';\n" + Files.readString(file));

    assertThatThrownBy(() -> PipelineJob.start(cluster, elsewhere, lake, 1, configuration))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Table g: ")
        .hasMessageContaining("deltacdc.query");
  }

  @Test
  void failUpdateStopsTheJobAndCommitsNothing(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Path lake = temp.resolve("lake");
    feed("1,1,1\n2,200,1\n");

    assertThatThrownBy(
            () ->
                PipelineJob.start(
                        cluster, pipeline("", "n > 0"), lake, 1, PipelineJob.configuration(temp))
                    .awaitEnd())
        .hasStackTraceContaining("violates expectation small");
    assertThat(TableContent.read(lake.resolve("g"))).isEmpty();
  }

  private void feed(String lines) throws IOException {
    Files.writeString(Files.createDirectories(temp.resolve("feed")).resolve("f.csv"), lines);
  }

  private Path pipeline(String more, String condition) throws IOException {
    return Files.writeString(temp.resolve("p.sql"), PIPELINE.formatted(more, condition));
  }
}
