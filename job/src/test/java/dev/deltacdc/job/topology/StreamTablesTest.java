/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class StreamTablesTest {

  private static final DataType ROW =
      DataTypes.ROW(
          DataTypes.FIELD("id", DataTypes.INT()), DataTypes.FIELD("valor", DataTypes.STRING()));
  private static final String FIRST = "SELECT id, MAX(valor) AS valor FROM feed GROUP BY id";
  private static final String SECOND =
      "SELECT a.id FROM feed a JOIN feed b ON a.id = b.id WHERE a.valor <> 'x'";

  private record Build(StreamExecutionEnvironment env, StreamTables streams) {
    static Build create() {
      Configuration configuration = new Configuration();
      configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
      StreamExecutionEnvironment env =
          StreamExecutionEnvironment.getExecutionEnvironment(configuration).setParallelism(2);
      StreamTables streams = StreamTables.on(env, StreamTableEnvironment.create(env));
      streams.register(
          "feed",
          Schema.newBuilder().fromRowDataType(ROW).build(),
          env.fromData(
                  InternalTypeInfo.of((RowType) ROW.getLogicalType()),
                  new RowData[] {GenericRowData.of(1, null)})
              .name("the feed")
              .uid("source/feed"),
          ChangelogMode.insertOnly());
      return new Build(env, streams);
    }

    void flow(String name, String query) {
      DataStream<RowData> result = streams.plan(query, name, ChangelogMode.all());
      result.sinkTo(new DiscardingSink<>()).uid(name + "/sink");
    }

    /** Uid and operator of every node. */
    Map<String, String> uids() {
      StreamGraph graph = env.getStreamGraph(false);
      Map<String, String> uids = new LinkedHashMap<>();
      for (StreamNode node : graph.getStreamNodes()) {
        assertThat(node.getTransformationUID()).as(node.getOperatorName()).isNotNull();
        assertThat(uids.put(node.getTransformationUID(), node.getOperatorName())).isNull();
      }
      return uids;
    }
  }

  @Test
  void givesEveryOperatorAnExplicitUid() {
    Build build = Build.create();
    build.flow("sums", FIRST);
    build.flow("joins", SECOND);

    assertThat(build.uids().keySet())
        .contains("source/feed", "sums/0", "sums/sink", "joins/0", "joins/1", "joins/sink");
  }

  @Test
  void anAddedFlowLeavesTheUidsOfTheOthersUnchanged() {
    Build alone = Build.create();
    alone.flow("sums", FIRST);
    Build both = Build.create();
    both.flow("joins", SECOND);
    both.flow("sums", FIRST);

    assertThat(both.uids()).containsAllEntriesOf(alone.uids());
  }

  @Test
  void aSharedStreamIsOneOperatorThatKeepsItsName() {
    Build build = Build.create();
    build.flow("sums", FIRST);
    build.flow("joins", SECOND);

    assertThat(build.uids()).containsEntry("source/feed", "Source: the feed");
    assertThat(build.uids().values().stream().filter(name -> name.startsWith("Source"))).hasSize(1);
  }

  @Test
  void aQueryThatIsTheStreamItselfNeedsNoOperator() {
    Build build = Build.create();
    DataStream<RowData> result =
        build.streams().plan("SELECT * FROM feed", "all", ChangelogMode.insertOnly());

    List<Transformation<?>> operators =
        new ArrayList<>(result.getTransformation().getTransitivePredecessors());
    operators.removeIf(operator -> !(operator instanceof PhysicalTransformation));
    assertThat(operators).hasSize(1);
    assertThat(result.getType()).isEqualTo(InternalTypeInfo.of((RowType) ROW.getLogicalType()));
  }

  @Test
  void refusesUpdatesWhereOnlyInsertsAreTaken() {
    Build build = Build.create();

    assertThatThrownBy(() -> build.streams().plan(FIRST, "sums", ChangelogMode.insertOnly()))
        .hasMessageContaining("doesn't support consuming update changes");
  }

  @Test
  void environmentsDoNotSeeEachOthersStreams() {
    Build first = Build.create();
    Build second = Build.create();
    first.flow("one", "SELECT id FROM feed");
    second.flow("one", "SELECT id FROM feed");

    assertThat(first.uids()).isEqualTo(second.uids());
  }

  @Test
  void leavesTablesOfOtherConnectorsToFlink() {
    Build build = Build.create();
    StreamTableEnvironment tables = StreamTableEnvironment.create(build.env());
    StreamTables streams = StreamTables.on(build.env(), tables);
    tables.executeSql(
        "CREATE TABLE gen (id INT) WITH ('connector' = 'datagen', 'number-of-rows' = '3')");
    streams.plan("SELECT id FROM gen", "gen", ChangelogMode.insertOnly());

    assertThat(build.uids()).containsKey("gen/0");
  }
}
