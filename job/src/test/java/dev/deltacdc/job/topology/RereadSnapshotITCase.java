/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** FROM SNAPSHOT of one location that is read again, and of folders of parts. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class RereadSnapshotITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  private static final String PIPELINE =
      """
      CREATE TABLE snapshots (id INT, valor STRING)
        WITH ('connector' = 'filesystem', 'path' = 'snapshots', 'format' = 'csv',
              'csv.header' = 'true', %s);
      CREATE STREAMING TABLE clientes;
      CREATE FLOW latest AS AUTO CDC INTO clientes FROM SNAPSHOT snapshots KEYS (id);
      CREATE STREAMING TABLE historia
        FLOW AUTO CDC FROM SNAPSHOT (snapshots) KEYS (id) STORED AS SCD TYPE 2;
      """;

  private static final String READ_TIME = "'snapshot.version' = 'read-time'";
  private static final String MONITORED = READ_TIME + ", 'source.monitor-interval' = '50 ms'";
  private static final String FOLDERS =
      "'snapshot.version' = 'date', 'snapshot.folders' = 'true', 'snapshot.marker' = '_SUCCESS'";

  @TempDir Path temp;

  @BeforeEach
  void location() throws Exception {
    Files.createDirectories(temp.resolve("snapshots"));
  }

  @Test
  void aRunWithoutStateReadsTheLocationAsItIs(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    write("a.csv", "1,a", "2,b");
    write("b.csv", "3,c");
    run(cluster, READ_TIME);
    assertThat(table("clientes")).containsExactly(row(1, "a"), row(2, "b"), row(3, "c"));

    write("b.csv", "2,x");
    Files.delete(temp.resolve("snapshots/a.csv"));
    String replay = "SET 'start.without-state' = 'replay';\n" + PIPELINE.formatted(READ_TIME);
    assertThatThrownBy(() -> runFile(cluster, replay))
        .hasMessageContaining("Table historia has rows")
        .hasMessageContaining("the history would lack what changed since the last run");
    runFile(cluster, replay.substring(0, replay.indexOf("CREATE STREAMING TABLE historia")));
    assertThat(table("clientes")).containsExactly(row(2, "x"));
  }

  @Test
  void aJobTakesWhatChangesAndGoesOnFromItsState(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    write("a.csv", "1,a", "2,b");
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = start(cluster, MONITORED, 2, configuration);
    awaitTable(job, row(1, "a"), row(2, "b"));
    write("a.csv", "1,a", "2,longer");
    awaitTable(job, row(1, "a"), row(2, "longer"));
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());
    List<String> before = table("historia");

    // Unchanged: read again, and nothing changes.
    job = start(cluster, MONITORED, 3, configuration);
    job.checkpoint();
    job.awaitCount(Step.flow("latest"), Counts.UNCHANGED, 3);
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());
    assertThat(table("historia")).isEqualTo(before);

    write("a.csv", "2,longer", "3,c");
    job = start(cluster, MONITORED, 1, configuration);
    awaitTable(job, row(2, "longer"), row(3, "c"));
    job.stop();
    assertThat(histories()).containsExactlyInAnyOrder("1 a to", "2 b to", "2 longer", "3 c");
    assertThat(starts()).hasSize(3).isSorted();
    // What a delete and an insert tell is the same version.
    assertThat(table("historia").stream().filter(row -> row.contains("\"id\":1")).findFirst())
        .get()
        .asString()
        .contains("\"__END_AT\":" + starts().get(2));
  }

  @Test
  void aChangeWhileALostTaskManagerRestartsIsNotMixedWithWhatWasRead(
      @InjectMiniCluster MiniCluster cluster) throws Exception {
    write("a.csv", rows(0, 300, "old"));
    write("b.csv", rows(300, 600, "old"));
    PipelineJob job =
        start(
            cluster,
            READ_TIME + ", 'scan.max-events-per-second' = '300'",
            2,
            PipelineJob.restarting(temp));
    job.awaitRead(Step.source("snapshots"), 350);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    write("a.csv", rows(0, 200, "new"));
    write("b.csv", rows(200, 400, "new"));
    cluster.startTaskManager();
    job.awaitEnd();

    assertThat(table("clientes"))
        .hasSize(400)
        .allMatch(row -> row.contains("\"valor\":\"new\""))
        .doesNotHaveDuplicates();
    // Of the reading that was broken off nothing is there.
    assertThat(table("historia")).hasSize(400).allMatch(row -> row.contains("\"__END_AT\":null"));
    assertThat(starts()).hasSize(1);
  }

  @Test
  void aLocationWithoutItsMarkerIsRefusedByARunThatEnds(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    write("a.csv", "1,a");
    String options = READ_TIME + ", 'snapshot.marker' = '_SUCCESS'";
    assertThatThrownBy(() -> run(cluster, options)).hasStackTraceContaining("has no file _SUCCESS");
    Files.createFile(temp.resolve("snapshots/_SUCCESS"));
    run(cluster, options);
    assertThat(table("clientes")).containsExactly(row(1, "a"));
  }

  @Test
  void anEmptyLocationIsRefused(@InjectMiniCluster MiniCluster cluster) throws Exception {
    assertThatThrownBy(() -> run(cluster, READ_TIME)).hasStackTraceContaining("has no record");
    run(cluster, READ_TIME + ", 'snapshot.allow-empty' = 'true'");
    assertThat(table("clientes")).isEmpty();
  }

  @Test
  void aFolderOfPartsIsOneSnapshotOfASeries(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    write("2026-01-01/part-000.csv", rows(0, 50, "a"));
    write("2026-01-01/part-001.csv");
    write("2026-01-01/part-002.csv", rows(50, 60, "a"));
    write("dt=2026-01-03/part-000.csv", rows(0, 40, "a"));
    write("dt=2026-01-03/part-001.csv", rows(40, 60, "b"));
    Files.createFile(temp.resolve("snapshots/2026-01-01/_SUCCESS"));
    Files.createFile(temp.resolve("snapshots/dt=2026-01-03/_SUCCESS"));
    // Not whole: it has no marker.
    write("2026-01-04/part-000.csv", "1,z");
    PipelineJob job =
        start(
            cluster,
            FOLDERS + ", 'scan.max-events-per-second' = '60'",
            2,
            PipelineJob.restarting(temp));
    job.awaitRead(Step.source("snapshots"), 55);
    cluster.terminateTaskManager(0).get(30, TimeUnit.SECONDS);
    cluster.startTaskManager();
    job.awaitEnd();
    assertThat(table("clientes")).hasSize(60).noneMatch(row -> row.contains("z"));
    assertThat(table("historia")).hasSize(80);
    assertThat(starts()).containsExactly("\"2026-01-01\"", "\"2026-01-03\"");
  }

  private void run(MiniCluster cluster, String options) throws Exception {
    start(cluster, options, 2, PipelineJob.configuration(temp)).awaitEnd();
  }

  private void runFile(MiniCluster cluster, String pipeline) throws Exception {
    Path file = Files.writeString(temp.resolve("other.sql"), pipeline);
    PipelineJob.start(cluster, file, temp.resolve("lake"), 2, PipelineJob.configuration(temp))
        .awaitEnd();
  }

  private PipelineJob start(
      MiniCluster cluster, String options, int parallelism, Configuration configuration)
      throws Exception {
    Path file = Files.writeString(temp.resolve("pipeline.sql"), PIPELINE.formatted(options));
    return PipelineJob.start(cluster, file, temp.resolve("lake"), parallelism, configuration);
  }

  /** Writes a file elsewhere and moves it in. */
  private void write(String name, String... rows) throws Exception {
    Path target = temp.resolve("snapshots").resolve(name);
    Files.createDirectories(target.getParent());
    Path file = Files.writeString(temp.resolve("new"), "id,valor\n" + String.join("\n", rows));
    Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String[] rows(int from, int to, String value) {
    return IntStream.range(from, to).mapToObj(id -> id + "," + value).toArray(String[]::new);
  }

  private List<String> table(String name) {
    List<String> rows = new ArrayList<>(TableContent.read(temp.resolve("lake").resolve(name)));
    rows.sort(null);
    return rows;
  }

  /** Each version's key and value, and whether it ended. */
  private List<String> histories() {
    return table("historia").stream()
        .map(
            row ->
                row.replaceFirst("\\{\"id\":(\\d+),\"valor\":\"(\\w+)\".*", "$1 $2")
                    + (row.contains("\"__END_AT\":null") ? "" : " to"))
        .toList();
  }

  /** The versions at which rows of the history start, each once, ascending. */
  private List<String> starts() {
    return table("historia").stream()
        .map(row -> row.replaceFirst(".*\"__START_AT\":(.*),\"__END_AT\".*", "$1"))
        .distinct()
        .sorted()
        .toList();
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
}
