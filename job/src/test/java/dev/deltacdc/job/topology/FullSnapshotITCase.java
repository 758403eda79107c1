/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
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
import org.junit.jupiter.params.provider.CsvSource;

/** FROM SNAPSHOT from files to tables of both types. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class FullSnapshotITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  private static final String PIPELINE =
      """
      SET 'quarantine.table' = 'quarantine';
      CREATE TABLE snapshots (id INT, valor STRING)
        WITH ('connector' = 'filesystem', 'path' = 'snapshots', 'format' = 'csv',
              'csv.header' = 'true', %s);
      CREATE STREAMING TABLE clientes;
      CREATE FLOW latest AS AUTO CDC INTO clientes FROM SNAPSHOT snapshots KEYS (id);
      CREATE STREAMING TABLE historia
        FLOW AUTO CDC FROM SNAPSHOT (snapshots) KEYS (id) STORED AS SCD TYPE 2;
      """;

  private static final String NUMBER = "'snapshot.version' = 'number'";

  @TempDir Path temp;

  @Test
  void aSeriesOfSnapshotsBecomesRowsAndTheirHistory(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    write("clientes-2026-01-02.csv", "1,a", "2,x", "3,c");
    write("clientes-2026-01-05.csv", "2,x", "3,c");
    write("clientes-2026-01-01.csv", "1,a", "2,b");
    run(cluster, "'snapshot.version' = 'date'", PipelineJob.configuration(temp));

    assertThat(table("clientes")).containsExactly(row(2, "x"), row(3, "c"));
    assertThat(table("historia"))
        .containsExactlyInAnyOrder(
            version(1, "a", "\"2026-01-01\"", "\"2026-01-05\""),
            version(2, "b", "\"2026-01-01\"", "\"2026-01-02\""),
            version(2, "x", "\"2026-01-02\"", null),
            version(3, "c", "\"2026-01-02\"", null));
  }

  @Test
  void aPartialSnapshotDeletesNothing(@InjectMiniCluster MiniCluster cluster) throws Exception {
    write("1.csv", "1,a", "2,b");
    write("2.csv", "2,x", "bad,y");
    write("3.csv");
    run(cluster, NUMBER + ", 'snapshot.partial' = 'true'", PipelineJob.configuration(temp));
    assertThat(table("clientes")).containsExactly(row(1, "a"), row(2, "x"));
    assertThat(table("quarantine")).hasSize(1);
  }

  @Test
  void anEmptySnapshotIsTakenWhereThatIsAllowed(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    write("1.csv", "1,a");
    write("2.csv");
    write("3.csv", "1,a");
    run(cluster, NUMBER + ", 'snapshot.allow-empty' = 'true'", PipelineJob.configuration(temp));
    assertThat(table("clientes")).containsExactly(row(1, "a"));
    assertThat(table("historia"))
        .containsExactlyInAnyOrder(version(1, "a", "1", "2"), version(1, "a", "3", null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3,z;3,z  | second row of the key
          3,z;x,z  | a full snapshot without the row would delete it
                   | has no record: taking it would delete every row
          """)
  void nothingOfASnapshotThatIsRefusedIsWritten(
      String rows, String error, @InjectMiniCluster MiniCluster cluster) throws Exception {
    List<String> first = new ArrayList<>();
    for (int id = 0; id < 60; id++) {
      first.add(id + ",a");
    }
    write("1.csv", first.toArray(String[]::new));
    write("2.csv", rows == null ? new String[0] : rows.split(";", -1));
    assertThatThrownBy(
            () ->
                run(
                    cluster,
                    NUMBER + ", 'scan.max-events-per-second' = '100'",
                    PipelineJob.restarting(temp)))
        .hasStackTraceContaining(error);
    // The first is there if a checkpoint was complete before the failure.
    assertThat(table("clientes").stream().distinct().count()).isIn(0L, 60L);
    assertThat(table("clientes")).noneMatch(row -> row.contains("z"));
    assertThat(table("historia")).allMatch(row -> row.contains("\"__START_AT\":1"));
    assertThat(table("historia")).allMatch(row -> row.contains("\"__END_AT\":null"));
  }

  @Test
  void aContinuousJobGoesOnWithMoreFilesAndAnotherParallelism(
      @InjectMiniCluster MiniCluster cluster) throws Exception {
    String options = NUMBER + ", 'source.monitor-interval' = '50 ms'";
    write("7.csv", "1,a", "2,b");
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = start(cluster, options, 2, configuration);
    awaitTable(job, row(1, "a"), row(2, "b"));
    write("8.csv", "1,a", "2,x");
    awaitTable(job, row(1, "a"), row(2, "x"));
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());

    write("20.csv", "2,x", "3,c");
    job = start(cluster, options, 3, configuration);
    awaitTable(job, row(2, "x"), row(3, "c"));
    assertThat(table("historia"))
        .containsExactlyInAnyOrder(
            version(1, "a", "7", "20"),
            version(2, "b", "7", "8"),
            version(2, "x", "8", null),
            version(3, "c", "20", null));

    write("9.csv", "1,late");
    assertThatThrownBy(job::awaitEnd)
        .hasStackTraceContaining("9.csv comes behind")
        .hasStackTraceContaining("20.csv, which was taken before");
    assertThat(table("clientes")).containsExactly(row(2, "x"), row(3, "c"));
  }

  @Test
  void aStartWithoutStateDeletesWhatTheNextSnapshotLacks(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    write("1.csv", "1,a", "2,b");
    run(cluster, NUMBER, PipelineJob.configuration(temp));
    write("2.csv", "2,b");
    assertThatThrownBy(() -> run(cluster, NUMBER, PipelineJob.configuration(temp)))
        .hasMessageContaining("History table historia has rows");
    Path replay =
        Files.writeString(
            temp.resolve("replay.sql"),
            "SET 'start.without-state' = 'replay';\n" + PIPELINE.formatted(NUMBER));
    PipelineJob.start(cluster, replay, temp.resolve("lake"), 2, PipelineJob.configuration(temp))
        .awaitEnd();
    assertThat(table("clientes")).containsExactly(row(2, "b"));
    assertThat(table("historia"))
        .containsExactlyInAnyOrder(version(1, "a", "1", "2"), version(2, "b", "1", null));
  }

  @Test
  void aLostTaskManagerInTheMiddleOfASnapshotChangesNothing(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    Random random = new Random(7);
    Map<Integer, String> last = new TreeMap<>();
    for (int number = 1; number <= 4; number++) {
      last.clear();
      for (int id = 0; id < 500; id++) {
        if (random.nextInt(5) > 0) {
          last.put(id, "v" + random.nextInt(3));
        }
      }
      write(
          number + ".csv",
          last.entrySet().stream()
              .map(row -> row.getKey() + "," + row.getValue())
              .toArray(String[]::new));
    }
    Path calm = temp.resolve("calm");
    PipelineJob.start(cluster, pipeline(NUMBER), calm, 2, PipelineJob.configuration(temp))
        .awaitEnd();

    PipelineJob job =
        start(
            cluster,
            NUMBER + ", 'scan.max-events-per-second' = '400'",
            2,
            PipelineJob.restarting(temp));
    job.awaitRead(Step.source("snapshots"), 700);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitEnd();

    List<String> expected = new ArrayList<>();
    last.forEach((id, value) -> expected.add(row(id, value)));
    assertThat(table("clientes")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(table("historia"))
        .containsExactlyInAnyOrderElementsOf(TableContent.read(calm.resolve("historia")));
  }

  private void run(MiniCluster cluster, String options, Configuration configuration)
      throws Exception {
    start(cluster, options, 2, configuration).awaitEnd();
  }

  private PipelineJob start(
      MiniCluster cluster, String options, int parallelism, Configuration configuration)
      throws Exception {
    return PipelineJob.start(
        cluster, pipeline(options), temp.resolve("lake"), parallelism, configuration);
  }

  private Path pipeline(String options) throws Exception {
    return Files.writeString(temp.resolve("pipeline.sql"), PIPELINE.formatted(options));
  }

  /** Writes a file elsewhere and moves it in. */
  private void write(String name, String... rows) throws Exception {
    Files.createDirectories(temp.resolve("snapshots"));
    Path file = Files.writeString(temp.resolve(name), "id,valor\n" + String.join("\n", rows));
    Files.move(file, temp.resolve("snapshots").resolve(name));
  }

  private List<String> table(String name) {
    List<String> rows = new ArrayList<>(TableContent.read(temp.resolve("lake").resolve(name)));
    rows.sort(null);
    return rows;
  }

  private void awaitTable(PipelineJob job, String... rows) {
    await()
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(
            () -> {
              job.checkpoint();
              assertThat(table("clientes")).containsExactly(rows);
            });
  }

  private static String row(int id, String value) {
    return "{\"id\":%d,\"valor\":\"%s\"}".formatted(id, value);
  }

  private static String version(int id, String value, String start, String end) {
    return "{\"id\":%d,\"valor\":\"%s\",\"__START_AT\":%s,\"__END_AT\":%s}"
        .formatted(id, value, start, end);
  }
}
