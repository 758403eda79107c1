/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.testdata.TestdataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README's metrics are those that a running job exposes, all of them and no others; alert rules
 * and dashboard ask for names and labels as Prometheus gets them.
 */
@Timeout(180)
class MetricsITCase {
  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();
  private static final PushedMetrics PUSHED = pushed();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(PUSHED.addTo(REPORTER.addToConfiguration(new Configuration())))
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .build());

  /** Those of records and partitions of Kafka; files have neither. */
  private static final Set<String> OF_KAFKA = Set.of("tombstones", "activePartitions");

  /** Every kind of step and table, with two expectations: one warns, one sets aside. */
  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, op STRING, `at` TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed.json', 'format' = 'json',
              'source.monitor-interval' = '1 s');
      CREATE TEMPORARY VIEW checked
        (CONSTRAINT known EXPECT (op IN ('U', 'D')) ON VIOLATION QUARANTINE)
        AS SELECT id, op, `at` FROM STREAM(feed);
      CREATE STREAMING TABLE entities (CONSTRAINT positive EXPECT (id > 0));
      CREATE FLOW changes AS AUTO CDC INTO entities FROM STREAM(checked) KEYS (id)
        APPLY AS TRUNCATE WHEN op = 'T'
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY `at` COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE daily SNAPSHOT OF entities EVERY DAY
        EVENT TIME `at` START DATE '2026-01-01' ROWS CHANGED;
      CREATE STREAMING TABLE history;
      CREATE FLOW copy AS INSERT INTO history SELECT id, op FROM STREAM(feed);
      CREATE TABLE exports (id INT)
        WITH ('connector' = 'filesystem', 'path' = 'export-1.json', 'format' = 'json',
              'snapshot.version' = 'number', 'source.monitor-interval' = '1 s');
      CREATE STREAMING TABLE people FLOW AUTO CDC FROM SNAPSHOT exports KEYS (id);
      """;

  @TempDir private static Path temp;

  private static PushedMetrics pushed() {
    try {
      return new PushedMetrics();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean reported;

  /** Once: before all tests the environment is not yet the cluster's. */
  @BeforeEach
  void runUntilAllIsReported(@InjectMiniCluster MiniCluster cluster) throws Exception {
    if (reported) {
      return;
    }
    Files.write(
        temp.resolve("feed.json"),
        List.of(
            event(1, "U", "2026-01-02"),
            event(1, "U", "2026-01-01"),
            event(2, "D", "2026-01-02"),
            event(3, "?", "2026-01-02"),
            "no json"));
    Files.writeString(temp.resolve("export-1.json"), "{\"id\":1}");
    Path file = Files.writeString(temp.resolve("pipeline.sql"), PIPELINE);
    PipelineJob job =
        PipelineJob.start(cluster, file, temp.resolve("lake"), 1, PipelineJob.configuration(temp));
    job.awaitRead(Step.source("feed"), 5);
    job.checkpoint();
    int before = PUSHED.pushes();
    await().atMost(Duration.ofMinutes(1)).until(() -> PUSHED.pushes() >= before + 2);
    job.stop();
    reported = true;
  }

  @AfterAll
  static void close() {
    PUSHED.close();
  }

  private static String event(int id, String op, String day) {
    return "{\"id\":%d,\"op\":\"%s\",\"at\":\"%sT10:00:00Z\"}".formatted(id, op, day);
  }

  @Test
  void theReadmeNamesWhatIsExposed() throws Exception {
    Set<String> exposed = exposed();
    assertThat(exposed).doesNotContainAnyElementsOf(OF_KAFKA);
    exposed.addAll(OF_KAFKA);
    assertThat(readme().keySet()).isEqualTo(exposed);
  }

  @Test
  void alertRulesAskForWhatIsExposed() throws Exception {
    List<String> expressions = alerts();
    assertThat(expressions).hasSizeGreaterThan(10).allSatisfy(MetricsITCase::asksForWhatIsExposed);
  }

  @Test
  void everyAlertOfTheReadmeIsARule() throws Exception {
    String rules = String.join("\n", alerts());
    Set<String> withAlert =
        readme().entrySet().stream()
            .filter(row -> !row.getValue().isBlank())
            .flatMap(row -> named(row.getValue(), row.getKey()))
            .collect(Collectors.toSet());
    assertThat(withAlert)
        .hasSizeGreaterThan(8)
        .allSatisfy(metric -> assertThat(rules).contains("_" + metric));
  }

  @Test
  void theDashboardAsksForWhatIsExposed() throws Exception {
    JsonNode dashboard =
        new ObjectMapper()
            .readTree(
                TestdataFolder.repository().resolve("deploy/grafana/dashboard.json").toFile());
    assertThat(dashboard.findValuesAsText("expr"))
        .hasSizeGreaterThan(20)
        .allSatisfy(MetricsITCase::asksForWhatIsExposed);
    assertThat(dashboard.findValuesAsText("definition"))
        .isNotEmpty()
        .allSatisfy(MetricsITCase::asksForWhatIsExposed);
  }

  /** Every metric of an expression exists, and all have the labels that it sums by. */
  private static void asksForWhatIsExposed(String expression) {
    List<String> patterns =
        Pattern.compile("=~\"(flink_.*?)\"")
            .matcher(expression)
            .results()
            .map(r -> r.group(1))
            .toList();
    Set<String> metrics =
        Pattern.compile("\\bflink_\\w+\\b(?!_\\()")
            .matcher(expression.replaceAll("\"[^\"]*\"", ""))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    Map<String, Set<String>> pushed = PUSHED.labels();
    for (String pattern : patterns) {
      List<String> matched =
          pushed.keySet().stream().filter(name -> name.matches(pattern)).toList();
      assertThat(matched).as(pattern).isNotEmpty();
      metrics.addAll(matched);
    }
    assertThat(metrics).as(expression).isNotEmpty();
    assertThat(pushed.keySet()).as(expression).containsAll(metrics);
    Set<String> labels =
        Pattern.compile("\\bby \\(([^)]*)\\)")
            .matcher(expression)
            .results()
            .flatMap(by -> Stream.of(by.group(1).split(",\\s*")))
            .filter(
                label -> !expression.contains('"' + label + '"')) // one that label_replace makes
            .collect(Collectors.toSet());
    assertThat(metrics)
        .allSatisfy(name -> assertThat(pushed.get(name)).as(name).containsAll(labels));
  }

  private static List<String> alerts() throws Exception {
    return new YAMLMapper()
        .readTree(TestdataFolder.repository().resolve("deploy/prometheus/alerts.yml").toFile())
        .findValuesAsText("expr");
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

  /** What stands in backquotes in the first cells of the table, with the last cell of the row. */
  private static Map<String, String> readme() throws Exception {
    String readme = Files.readString(TestdataFolder.repository().resolve("README.md"));
    String section = readme.substring(readme.indexOf("\n## Metrics"));
    section = section.substring(0, section.indexOf("\n## ", 1));
    Map<String, String> alerts = new TreeMap<>();
    Pattern.compile("(?m)^\\|([^|]*)\\|[^|]*\\|([^|]*)\\|$")
        .matcher(section)
        .results()
        .forEach(row -> quoted(row.group(1)).forEach(name -> alerts.put(name, row.group(2))));
    return alerts;
  }

  private static Stream<String> quoted(String cell) {
    return Pattern.compile("`([^`]+)`").matcher(cell).results().map(name -> name.group(1));
  }

  /** The metrics that an alert's condition names, else the row's own. */
  private static Stream<String> named(String alert, String metric) {
    Set<String> names =
        quoted(alert).filter(name -> name.matches("[a-zA-Z]+")).collect(Collectors.toSet());
    return names.isEmpty() ? Stream.of(metric.replaceFirst("/.*", "")) : names.stream();
  }
}
