/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.run.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which sources a run of chosen tables reads, and whom else that reaches. */
class SelectionTest {

  private static final String SOURCES =
      Stream.of("a", "b", "c")
          .map(
              name ->
                  """
                  CREATE TABLE %s (id INT, v INT, ts TIMESTAMP_LTZ(3)) WITH (
                    'connector' = 'filesystem', 'path' = '%1$s', 'format' = 'json');
                  """
                      .formatted(name))
          .collect(Collectors.joining());
  private static final String TABLES =
      """
      CREATE TEMPORARY VIEW positive AS SELECT * FROM STREAM(a) WHERE v > 0;
      CREATE STREAMING TABLE bronze AS SELECT * FROM STREAM(positive);
      CREATE STREAMING TABLE silver AS SELECT id, v FROM STREAM(bronze);
      CREATE STREAMING TABLE latest FLOW AUTO CDC FROM STREAM(b) KEYS (id) SEQUENCE BY ts;
      CREATE MATERIALIZED VIEW joined (id INT, v INT, w INT, PRIMARY KEY (id) NOT ENFORCED)
        AS SELECT s.id, MAX(s.v) AS v, MAX(o.v) AS w FROM silver s JOIN b AS o ON s.id = o.id
        GROUP BY s.id;
      CREATE STREAMING TABLE apart AS SELECT id FROM STREAM(c);
      """;
  private static final String FLOW_OF_TWO =
      """
      CREATE STREAMING TABLE both_ways;
      CREATE FLOW of_b AS AUTO CDC INTO both_ways FROM STREAM(b) KEYS (id) SEQUENCE BY ts;
      CREATE FLOW of_c AS AUTO CDC INTO both_ways FROM STREAM(c) KEYS (id) SEQUENCE BY ts;
      """;

  @TempDir Path temp;

  @Test
  void readsWhatTheTableComesFromAndReachesWhatReadsIt() throws IOException {
    Selection silver = select(TABLES, "silver");
    assertThat(silver.problems()).isEmpty();
    assertThat(read(silver)).containsExactly("a");
    assertThat(silver.notice())
        .hasValue(
            "--refresh silver updates also bronze, joined: what is read for the one reaches the"
                + " other.");

    assertThat(read(select(TABLES, "apart"))).containsExactly("c");
    assertThat(select(TABLES, "apart").notice()).isEmpty();
    assertThat(read(select(TABLES, "joined"))).containsExactlyInAnyOrder("a", "b");
    assertThat(read(select(TABLES, "apart", "Latest"))).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void withoutAChoiceAllIsRead() throws IOException {
    Selection all = select(TABLES);
    assertThat(read(all)).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(all.notice()).isEmpty();
  }

  @Test
  void aTableOfTwoSourcesMayGetRowsOfOneOnly() throws IOException {
    assertThat(read(select(TABLES + FLOW_OF_TWO, "apart"))).containsExactly("c");
    assertThat(read(select(TABLES + FLOW_OF_TWO, "both_ways"))).containsExactlyInAnyOrder("b", "c");
  }

  /** The days of its snapshots close: what comes of the other source later could be too late. */
  @Test
  void aTableWithSnapshotsGetsTheRowsOfAllItsSources() throws IOException {
    String days = "CREATE SNAPSHOT TABLE days SNAPSHOT OF both_ways EVERY DAY EVENT TIME ts;\n";
    Selection apart = select(TABLES + FLOW_OF_TWO + days, "apart");
    assertThat(read(apart)).containsExactlyInAnyOrder("b", "c");
    assertThat(apart.notice().orElseThrow()).contains("latest, joined, both_ways, days:");
    assertThat(read(select(TABLES + FLOW_OF_TWO + days, "days")))
        .containsExactlyInAnyOrder("b", "c");
    assertThat(read(select(TABLES + FLOW_OF_TWO + days, "bronze")))
        .as("joined is reached, and b is not read for it")
        .containsExactly("a");
  }

  @Test
  void soDoesAQueryWithEventTimes() throws IOException {
    String withTime =
        SOURCES.replace("ts TIMESTAMP_LTZ(3))", "ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts)");
    ResolvedPipeline pipeline = resolve(withTime + TABLES);
    Selection silver = selection(pipeline, "silver");
    assertThat(read(silver)).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void unknownNamesAreTold() throws IOException {
    assertThat(select(TABLES, "gold", "silver").problems())
        .singleElement()
        .asString()
        .startsWith(
            "--refresh: the pipeline has no table gold. It has bronze, silver, latest, joined,"
                + " apart.");
    assertThat(select(TABLES, "case_quarantine").problems()).hasSize(1);
  }

  private Set<String> read(Selection selection) {
    return Stream.of("a", "b", "c")
        .filter(source -> selection.reads(Generations.uid("source", source, 0)))
        .collect(Collectors.toSet());
  }

  private Selection select(String tables, String... chosen) throws IOException {
    return selection(resolve(SOURCES + tables), chosen);
  }

  private static Selection selection(ResolvedPipeline pipeline, String... chosen) {
    return new Selection(
        pipeline,
        Recording.readers(pipeline, Generations.of(pipeline, StartPoint.NO_STATE)),
        Stream.of(chosen).map(name -> TableName.of(name)).collect(Collectors.toSet()));
  }

  private ResolvedPipeline resolve(String sql) throws IOException {
    Path file = Files.writeString(temp.resolve("case.sql"), sql);
    PipelineLoader.Loaded loaded = PipelineLoader.load(file, Map.of());
    assertThat(loaded.pipeline()).as("%s", loaded.diagnostics()).isPresent();
    return loaded.pipeline().orElseThrow();
  }
}
