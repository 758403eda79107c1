/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.testdata.TestdataFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The README's metrics are those that a running job exposes: all of them, and no others. */
@Timeout(180)
class ReadmeMetricsITCase {
  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .build());

  /** Those of records and partitions of Kafka; files have neither. */
  private static final Set<String> OF_KAFKA = Set.of("tombstones", "activePartitions");

  /** Every kind of step and table, with two expectations: one warns, one sets aside. */
  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, op STRING, `at` TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed.json', 'format' = 'json');
      CREATE TEMPORARY VIEW checked
        (CONSTRAINT known EXPECT (op IN ('U', 'D')) ON VIOLATION QUARANTINE)
        AS SELECT id, op, `at` FROM STREAM(feed);
      CREATE STREAMING TABLE entities (CONSTRAINT positive EXPECT (id > 0));
      CREATE FLOW changes AS AUTO CDC INTO entities FROM STREAM(checked) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY `at` COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE daily SNAPSHOT OF entities EVERY DAY
        EVENT TIME `at` START DATE '2026-01-01' ROWS CHANGED;
      CREATE STREAMING TABLE history;
      CREATE FLOW copy AS INSERT INTO history SELECT id, op FROM STREAM(feed);
      """;

  @TempDir private Path temp;

  @Test
  void theTableNamesWhatIsExposed(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Files.write(
        temp.resolve("feed.json"),
        List.of(
            event(1, "U", "2026-01-02"),
            event(1, "U", "2026-01-01"),
            event(2, "D", "2026-01-02"),
            event(3, "?", "2026-01-02"),
            "no json"));
    Path file = Files.writeString(temp.resolve("pipeline.sql"), PIPELINE);

    PipelineJob job =
        PipelineJob.start(cluster, file, temp.resolve("lake"), 1, PipelineJob.configuration(temp));
    job.awaitRead(Step.source("feed"), 5);
    job.awaitEnd();

    Set<String> exposed = exposed();
    assertThat(exposed).doesNotContainAnyElementsOf(OF_KAFKA);
    exposed.addAll(OF_KAFKA);
    assertThat(documented()).isEqualTo(exposed);
  }

  private static String event(int id, String op, String day) {
    return "{\"id\":%d,\"op\":\"%s\",\"at\":\"%sT10:00:00Z\"}".formatted(id, op, day);
  }

  /** Names of metrics in groups that have one of our tags. */
  private static Set<String> exposed() {
    Set<String> names = new TreeSet<>();
    REPORTER
        .getMetricsByGroup()
        .forEach(
            (group, metrics) -> {
              Set<String> tags = group.getAllVariables().keySet();
              if (Stream.of(Step.Kind.values()).anyMatch(kind -> tags.contains("<" + kind + ">"))) {
                metrics.keySet().stream()
                    .map(name -> name.replaceFirst("^rejected/.*", "rejected/REASON"))
                    .map(name -> name.replaceFirst("^failed/.*", "failed/EXPECTATION"))
                    .forEach(names::add);
              }
            });
    return names;
  }

  /** What stands in backquotes in the first cells of the table. */
  private static Set<String> documented() throws Exception {
    String readme = Files.readString(TestdataFolder.repository().resolve("README.md"));
    String section = readme.substring(readme.indexOf("\n## Metrics"));
    section = section.substring(0, section.indexOf("\n## ", 1));
    Set<String> names = new TreeSet<>();
    Pattern.compile("(?m)^\\|([^|]*)\\|")
        .matcher(section)
        .results()
        .map(row -> Pattern.compile("`([^`]+)`").matcher(row.group(1)))
        .flatMap(cell -> cell.results().map((MatchResult name) -> name.group(1)))
        .forEach(names::add);
    return names;
  }
}
