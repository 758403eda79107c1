/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.run.PipelineLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which operators take rows without a copy. */
class SharedRowsTest {

  private static final String PIPELINE =
      """
      SET 'pipeline.name' = 'shared';
      CREATE TABLE feed (id INT, name STRING, op STRING, seq BIGINT)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE TEMPORARY VIEW named AS SELECT id, UPPER(name) AS name, op, seq FROM STREAM(feed);
      CREATE OR REFRESH STREAMING TABLE people;
      CREATE FLOW people_changes AS AUTO CDC INTO people
        FROM STREAM(named) KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq
        COLUMNS * EXCEPT (op);
      CREATE OR REFRESH STREAMING TABLE lines AS
        SELECT id, LOWER(name) AS name FROM STREAM(feed) WHERE op <> 'D';
      CREATE OR REFRESH MATERIALIZED VIEW counts AS
        SELECT name, COUNT(*) AS people FROM people GROUP BY name;
      """;

  @TempDir Path temp;

  /** By name, whether all inputs of an operator are shared. */
  private Map<String, Boolean> operators() throws Exception {
    Files.createDirectory(temp.resolve("feed"));
    Path file = Files.writeString(temp.resolve("shared.sql"), PIPELINE);
    PipelineLoader.Loaded loaded = PipelineLoader.load(file, Map.of());
    assertThat(loaded.pipeline()).as("%s", loaded.diagnostics()).isPresent();
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(2, PipelineJob.configuration(temp));
    PipelineTopology.build(
        env,
        loaded.pipeline().orElseThrow(),
        new TopologyOptions(temp, Lake.at(temp.resolve("lake").toString()), StartPoint.NO_STATE));
    StreamGraph graph = SharedRows.graph(env);
    return graph.getStreamNodes().stream()
        .collect(
            toMap(
                StreamNode::getOperatorName,
                node ->
                    node.getTypeSerializersIn().length > 0
                        && Arrays.stream(node.getTypeSerializersIn())
                            .allMatch(SharedRowSerializer.class::isInstance),
                Boolean::logicalOr,
                TreeMap::new));
  }

  @Test
  void projectionsAndEventsShareAndWhatKeepsRowsDoesNot() throws Exception {
    Map<String, Boolean> operators = operators();

    assertThat(operators.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey))
        .contains("flow/people_changes: events")
        .anyMatch(name -> name.endsWith(": Calc"))
        .allMatch(name -> name.matches(".*(: Calc|: ConstraintEnforcer|events|rows|expectations)"));
    assertThat(operators)
        .as("keeps a row per group, or buffers rows")
        .allSatisfy(
            (name, shared) -> {
              if (name.matches(".*(Aggregate|order|writer).*")) {
                assertThat(shared).as(name).isFalse();
              }
            });
    assertThat(operators.keySet()).anyMatch(name -> name.contains("Aggregate"));
  }

  @Test
  void theSerializerWritesAsFlinksAndCopiesNothing() throws Exception {
    RowDataSerializer flinks =
        new RowDataSerializer(RowType.of(new IntType(), VarCharType.STRING_TYPE));
    SharedRowSerializer shared = new SharedRowSerializer(flinks);
    RowData row = GenericRowData.of(1, StringData.fromString("one"));

    assertThat(shared.copy(row)).isSameAs(row);
    DataOutputSerializer ours = new DataOutputSerializer(64);
    shared.serialize(row, ours);
    DataOutputSerializer theirs = new DataOutputSerializer(64);
    flinks.serialize(row, theirs);
    assertThat(ours.getCopyOfBuffer()).isEqualTo(theirs.getCopyOfBuffer());
    assertThat(shared.deserialize(new DataInputDeserializer(ours.getCopyOfBuffer())))
        .isEqualTo(flinks.toBinaryRow(row));
  }
}
