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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Triggered runs of some tables, and what the others have in the runs after. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RefreshChosenITCase {

  private static final int SLOW_EVENTS = 300;

  private static final String PIPELINE =
      """
      SET 'execution.checkpointing.interval' = '300 ms';
      CREATE TABLE orders (id INT, customer INT) WITH ('connector' = 'filesystem',
        'path' = 'orders', 'format' = 'json');
      CREATE TABLE customers (id INT, name STRING, seq BIGINT) WITH ('connector' = 'filesystem',
        'path' = 'customers', 'format' = 'json');
      CREATE TABLE slow (id INT) WITH ('connector' = 'filesystem', 'path' = 'slow',
        'format' = 'json', 'scan.max-events-per-second' = '200');
      CREATE STREAMING TABLE order_facts AS SELECT id, customer FROM STREAM(orders);
      CREATE STREAMING TABLE current_customers
        FLOW AUTO CDC FROM STREAM(customers) KEYS (id) SEQUENCE BY seq;
      CREATE MATERIALIZED VIEW names (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED)
        AS SELECT o.id, c.name FROM order_facts o JOIN current_customers c ON o.customer = c.id;
      CREATE STREAMING TABLE slow_facts AS SELECT id FROM STREAM(slow);
      """;
  private static final String[] TABLES = {
    "order_facts", "current_customers", "names", "slow_facts"
  };

  @TempDir Path temp;

  private Runs runs;

  @BeforeEach
  void feed() throws Exception {
    runs = new Runs(temp);
    runs.pipeline(PIPELINE);
    runs.file("orders/0.json", "{\"id\": 1, \"customer\": 7}");
    runs.file("customers/0.json", "{\"id\": 7, \"name\": \"Ana\", \"seq\": 1}");
    runs.file("slow/0.json", "{\"id\": 0}");
  }

  @Test
  void othersStayUnreadUntilARunOfTheirs() throws Exception {
    assertThat(runs.refreshing("order_facts").runRefused())
        .contains("Source 'customers' has not been read by an earlier run")
        .contains("or choose also current_customers, names.")
        .contains("Source 'slow' has not been read", "or choose also slow_facts.");
    assertThat(temp.resolve("lake")).doesNotExist();
    assertThat(runs.refreshing("order_facts", "gold").runRefused())
        .contains("--refresh: the pipeline has no table gold. It has order_facts, ");
    runs.refreshing().run(2);

    runs.file("orders/1.json", "{\"id\": 2, \"customer\": 7}", "{\"id\": 3, \"customer\": 8}");
    runs.file("customers/1.json", customer(7, "Eva", 2), customer(8, "Rui", 2));
    runs.file("slow/1.json", "{\"id\": 1}");
    Map<String, Long> before = runs.versions(TABLES);
    String printed = runs.refreshing("order_facts").run(1);

    assertThat(printed)
        .contains("notice: --refresh order_facts updates also names: ")
        .containsPattern("source orders +2 +0 +0\n")
        .containsPattern("source customers +0 +0 +0\n")
        .containsPattern("source slow +0 +0 +0\n");
    assertThat(runs.rows("order_facts")).hasSize(3);
    assertThat(runs.rows("names")).containsExactlyInAnyOrder(name(1, "Ana"), name(2, "Ana"));
    assertThat(runs.versions("current_customers", "slow_facts"))
        .containsEntry("current_customers", before.get("current_customers"))
        .containsEntry("slow_facts", before.get("slow_facts"));

    // From state that such a run has left, another one, and then one of all.
    runs.file("slow/2.json", "{\"id\": 2}");
    assertThat(runs.refreshing("slow_facts").run(2)).containsPattern("source slow +2 +0 +0\n");
    assertThat(runs.rows("slow_facts")).hasSize(3);
    assertThat(runs.rows("names")).hasSize(2);

    assertThat(runs.refreshing().run(2))
        .containsPattern("source orders +0 +0 +0\n")
        .containsPattern("source customers +2 +0 +0\n")
        .containsPattern("source slow +0 +0 +0\n");
    assertThat(runs.rows("current_customers"))
        .containsExactlyInAnyOrder(
            customer(7, "Eva", 2).replace(" ", ""), customer(8, "Rui", 2).replace(" ", ""));
    assertThat(runs.rows("names"))
        .containsExactlyInAnyOrder(name(1, "Eva"), name(2, "Eva"), name(3, "Rui"));
  }

  @Test
  void togetherWithTablesThatAreFilledAnew() throws Exception {
    runs.run(2);
    runs.file("orders/1.json", "{\"id\": 2, \"customer\": 7}");
    runs.file("slow/1.json", "{\"id\": 1}");
    runs.file("customers/1.json", customer(7, "Eva", 2));

    assertThat(runs.refreshing("order_facts").fillingAnew("slow_facts").run(2))
        .containsPattern("source orders +1 +0 +0\n")
        .containsPattern("source customers +0 +0 +0\n")
        .containsPattern("source slow +2 +0 +0\n");
    assertThat(runs.rows("slow_facts")).containsExactlyInAnyOrder("{\"id\":0}", "{\"id\":1}");
    assertThat(runs.rows("names")).containsExactlyInAnyOrder(name(1, "Ana"), name(2, "Ana"));
  }

  /** A file is left in its middle: a run of all was killed there. */
  @Test
  void aPlaceInTheMiddleOfAFileIsKept() throws Exception {
    runs.file(
        "slow/1.json",
        IntStream.range(1, SLOW_EVENTS).mapToObj("{\"id\": %d}"::formatted).toArray(String[]::new));
    try (PipelineProcess run =
        PipelineProcess.start(
            temp.resolve("run.out"),
            "run",
            temp.resolve("p.sql").toString(),
            "--lake",
            temp.resolve("lake").toString(),
            "--parallelism",
            "2",
            "--mode",
            "triggered")) {
      run.await(() -> slowFacts().size() > SLOW_EVENTS / 4);
      run.kill();
    }
    List<String> found = slowFacts();
    assertThat(found).hasSizeLessThan(SLOW_EVENTS);

    runs.file("orders/1.json", "{\"id\": 2, \"customer\": 7}");
    runs.refreshing("order_facts").run(1);
    assertThat(runs.rows("order_facts")).hasSize(2);
    assertThat(slowFacts()).hasSizeLessThan(SLOW_EVENTS);

    runs.refreshing().run(2);
    assertThat(slowFacts())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, SLOW_EVENTS).mapToObj("{\"id\":%d}"::formatted).toList());
  }

  private List<String> slowFacts() {
    Path table = temp.resolve("lake/slow_facts");
    return Files.exists(table.resolve("_delta_log/00000000000000000000.json"))
        ? TableContent.read(table)
        : List.of();
  }

  private static String customer(int id, String name, int seq) {
    return "{\"id\": %d, \"name\": \"%s\", \"seq\": %d}".formatted(id, name, seq);
  }

  private static String name(int id, String name) {
    return "{\"id\":%d,\"name\":\"%s\"}".formatted(id, name);
  }
}
