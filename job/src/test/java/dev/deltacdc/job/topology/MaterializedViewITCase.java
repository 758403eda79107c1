/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Materialized views hold what their queries give, whatever came in between. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class MaterializedViewITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final int EVENTS = 1_200;
  private static final int KEYS = 60;

  private static final String PIPELINE =
      """
      SET 'quarantine.table' = 'quarantine';
      CREATE TABLE feed (id INT, grp STRING, n DECIMAL(10, 2), op STRING, seq INT)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json'%s);
      CREATE STREAMING TABLE bronze AS SELECT * FROM STREAM(feed);
      CREATE STREAMING TABLE latest;
      CREATE FLOW latest_cdc AS AUTO CDC INTO latest FROM STREAM(bronze)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS id, grp, n, seq;
      CREATE STREAMING TABLE history;
      CREATE FLOW history_cdc AS AUTO CDC INTO history FROM STREAM(bronze)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS id, grp, n
        STORED AS SCD TYPE 2;
      CREATE STREAMING TABLE audit AS SELECT * FROM STREAM(latest);
      CREATE MATERIALIZED VIEW events_of_group AS
        SELECT grp, COUNT(*) AS events, SUM(n) AS total FROM bronze GROUP BY grp;
      CREATE MATERIALIZED VIEW rows_of_group AS
        SELECT COUNT(*) AS ids, SUM(n) AS total, grp FROM latest GROUP BY grp;
      CREATE MATERIALIZED VIEW large_groups
        (PRIMARY KEY (grp) NOT ENFORCED,
         CONSTRAINT large EXPECT (ids >= 8) ON VIOLATION DROP ROW)
        AS SELECT grp, ids FROM rows_of_group;
      CREATE MATERIALIZED VIEW groups_of_size AS
        SELECT ids, COUNT(*) AS grps FROM rows_of_group GROUP BY ids;
      CREATE MATERIALIZED VIEW as_of
        (id INT, happened INT, grp STRING, PRIMARY KEY (happened) NOT ENFORCED)
        PARTITIONED BY (id) AS
        SELECT b.id, b.seq AS happened, h.grp FROM bronze AS b LEFT JOIN history AS h
        ON b.id = h.id AND b.seq >= h.__START_AT AND (h.__END_AT IS NULL OR b.seq < h.__END_AT);
      CREATE MATERIALIZED VIEW positive AS SELECT id, n FROM bronze WHERE n > 0;
      """;

  private record Event(int id, @Nullable String grp, int n, boolean delete, int seq) {
    String json() {
      return "{\"id\": %d, \"grp\": %s, \"n\": %d, \"op\": \"%s\", \"seq\": %d}"
          .formatted(id, grp == null ? "null" : "\"" + grp + "\"", n, delete ? "D" : "U", seq);
    }
  }

  @TempDir Path temp;

  private final List<Event> events = new ArrayList<>();

  @Test
  void viewsSurviveALostTaskManager(@InjectMiniCluster MiniCluster cluster) throws Exception {
    writeFeed(1);
    Path lake = temp.resolve("lake");
    Configuration configuration = PipelineJob.restarting(temp);
    PipelineJob job =
        PipelineJob.start(
            cluster, pipeline(", 'scan.max-events-per-second' = '200'"), lake, 2, configuration);
    job.awaitRead(Step.source("feed"), EVENTS / 3);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitEnd();

    assertRight(lake);
  }

  @Test
  void viewsGoOnFromASavepointWithAnotherParallelism(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    writeFeed(2);
    Path lake = temp.resolve("lake");
    Path slow = pipeline(", 'scan.max-events-per-second' = '50'");
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = PipelineJob.start(cluster, slow, lake, 1, configuration);
    job.awaitRead(Step.source("feed"), EVENTS / 4);
    String savepoint = job.stop();
    assertThat(TableContent.read(lake.resolve("bronze"))).hasSizeBetween(1, EVENTS - 1);

    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    PipelineJob.start(cluster, pipeline(""), lake, 2, configuration).awaitEnd();

    assertRight(lake);
  }

  /** Late events among them: the order of arrival is not that of the sequence. */
  private void writeFeed(int seed) throws IOException {
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Random random = new Random(seed);
    Map<Integer, List<Integer>> arrivals = new TreeMap<>();
    for (int seq = 0; seq < EVENTS; seq++) {
      int arrival = seq + random.nextInt(200);
      arrivals.computeIfAbsent(arrival, at -> new ArrayList<>()).add(seq);
    }
    for (int seq : arrivals.values().stream().flatMap(List::stream).toList()) {
      String grp = random.nextInt(6) == 0 ? null : "g" + random.nextInt(7);
      boolean delete = random.nextInt(5) == 0;
      events.add(new Event(random.nextInt(KEYS), grp, random.nextInt(200) - 100, delete, seq));
    }
    for (int file = 0; file < 3; file++) {
      Files.write(
          feed.resolve("part-" + file + ".json"),
          events.subList(file * EVENTS / 3, (file + 1) * EVENTS / 3).stream()
              .map(Event::json)
              .toList());
    }
  }

  private void assertRight(Path lake) throws IOException {
    Map<Integer, Event> latest = latest(EVENTS);
    assertSame(lake, "events_of_group", sums(events, "events"));
    assertSame(lake, "rows_of_group", sums(latest.values().stream().toList(), "ids"));
    Map<String, Long> groups =
        latest.values().stream()
            .collect(Collectors.groupingBy(e -> "" + e.grp(), TreeMap::new, Collectors.counting()));
    assertThat(groups.values()).anyMatch(ids -> ids < 8).anyMatch(ids -> ids >= 8);
    assertSame(
        lake,
        "large_groups",
        groups.entrySet().stream()
            .filter(group -> group.getValue() >= 8)
            .map(group -> line("grp", unquoted(group.getKey()), "ids", group.getValue()))
            .toList());
    assertSame(
        lake,
        "groups_of_size",
        groups.values().stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
            .entrySet()
            .stream()
            .map(size -> line("ids", size.getKey(), "grps", size.getValue()))
            .toList());
    assertSame(lake, "as_of", events.stream().map(this::asOf).toList());
    assertSame(
        lake,
        "positive",
        events.stream()
            .filter(event -> event.n() > 0)
            .map(event -> line("id", event.id(), "n", decimal(event.n())))
            .toList());
    assertThat(TableContent.read(lake.resolve("audit"))).hasSizeGreaterThan(KEYS);
  }

  /** The rows of each id before a sequence. */
  private Map<Integer, Event> latest(int before) {
    Map<Integer, Event> rows = new TreeMap<>();
    events.stream()
        .filter(event -> event.seq() < before)
        .sorted(Comparator.comparingInt(Event::seq))
        .forEach(event -> rows.put(event.id(), event));
    rows.values().removeIf(Event::delete);
    return rows;
  }

  private String asOf(Event event) {
    Event then = latest(event.seq() + 1).get(event.id());
    return line("id", event.id(), "happened", event.seq(), "grp", then == null ? null : then.grp());
  }

  private static List<String> sums(List<Event> events, String count) {
    Map<String, List<Event>> groups =
        events.stream().collect(Collectors.groupingBy(event -> "" + event.grp()));
    return groups.entrySet().stream()
        .map(
            group -> {
              Object sum = decimal(group.getValue().stream().mapToInt(Event::n).sum());
              Object grp = unquoted(group.getKey());
              long ids = group.getValue().size();
              return count.equals("ids")
                  ? line("ids", ids, "total", sum, "grp", grp)
                  : line("grp", grp, "events", ids, "total", sum);
            })
        .toList();
  }

  private static BigDecimal decimal(int number) {
    return BigDecimal.valueOf(number).setScale(2);
  }

  @Nullable
  private static String unquoted(String group) {
    return Objects.equals(group, "null") ? null : group;
  }

  private static String line(Object... namesAndValues) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return TableContent.line(values);
  }

  private static void assertSame(Path lake, String table, List<String> rows) {
    assertThat(TableContent.read(lake.resolve(table)))
        .as(table)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(rows);
  }

  private Path pipeline(String more) throws IOException {
    return Files.writeString(temp.resolve("views.sql"), PIPELINE.formatted(more));
  }
}
