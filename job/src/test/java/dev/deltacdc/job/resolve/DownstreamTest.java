/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.graph.PipelineGraph;
import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading what other flows of the same file fill. */
class DownstreamTest {

  private static final String BRONZE =
      "CREATE STREAMING TABLE bronze AS SELECT id, op, ts FROM STREAM(s);\n";
  private static final String CLEAN =
      "CREATE TEMPORARY VIEW clean AS SELECT * FROM STREAM(bronze) WHERE id > 0;\n";
  private static final String SILVER =
      """
      CREATE STREAMING TABLE silver;
      CREATE FLOW f AS AUTO CDC INTO silver FROM STREAM(clean) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      """;

  @Test
  void anAppendTableIsReadByViewsAndFlowsInAnyOrderOfStatements() {
    for (String file :
        List.of(
            Resolving.SOURCE + BRONZE + CLEAN + SILVER,
            SILVER + CLEAN + BRONZE + Resolving.SOURCE)) {
      ResolvedPipeline pipeline = Resolving.pipeline(file);

      assertThat(pipeline.relations().stream().map(Relation::name).map(TableName::toString))
          .containsExactly("s", "bronze", "clean");
      assertThat(pipeline.targets().stream().map(t -> t.name().toString()))
          .containsExactly("bronze", "silver");
    }
  }

  @Test
  void theOriginOfRowsGoesThroughTables() {
    ResolvedPipeline pipeline = Resolving.pipeline(Resolving.SOURCE + BRONZE + CLEAN + SILVER);

    assertThat(pipeline.flows())
        .filteredOn(ResolvedFlow.Cdc.class::isInstance)
        .singleElement()
        .satisfies(flow -> assertThat(((ResolvedFlow.Cdc) flow).hasOrigin()).isTrue());
  }

  @Test
  void aTableWithoutTheOriginOfAllItsRowsHasNone() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            Resolving.SOURCE
                + BRONZE
                + """
                CREATE FLOW more AS INSERT INTO bronze
                  SELECT a.id, b.op, b.ts FROM STREAM(s) AS a JOIN STREAM(s) AS b ON a.id = b.id;
                CREATE STREAMING TABLE ids AS SELECT id FROM STREAM(bronze);
                """);

    assertThat(pipeline.flows())
        .filteredOn(flow -> flow.name().equals("ids"))
        .singleElement()
        .satisfies(flow -> assertThat(((ResolvedFlow.Append) flow).hasOrigin()).isFalse());
  }

  @Test
  void aTableOfAnotherNamespaceIsRead() {
    Resolving.pipeline(
        Resolving.SOURCE
            + """
            CREATE STREAMING TABLE landing.b AS SELECT id FROM STREAM(s);
            CREATE STREAMING TABLE c AS SELECT id FROM STREAM(landing.b);
            """);
  }

  @Test
  void circlesAreNamed() {
    Resolving.assertReported(
        "CREATE STREAMING TABLE ^t AS SELECT id FROM STREAM(t)", "The table t reads itself.");
    Resolving.assertReported(
        """
        CREATE STREAMING TABLE a AS SELECT id FROM STREAM(s);
        CREATE FLOW g AS INSERT INTO a SELECT id FROM STREAM(v);
        CREATE STREAMING TABLE b AS SELECT id FROM STREAM(a);
        CREATE TEMPORARY VIEW ^v AS SELECT id FROM STREAM(b);
        """,
        "The view v reads itself, by way of b, a.");
  }

  @Test
  void theChangesOfACurrentStateTableAreReadWithTheirTypeAndSequence() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            Resolving.SOURCE
                + BRONZE
                + CLEAN
                + SILVER
                + """
                CREATE STREAMING TABLE audit AS SELECT * FROM STREAM(silver);
                CREATE STREAMING TABLE gold;
                CREATE FLOW g AS AUTO CDC INTO gold FROM STREAM(silver) KEYS (id)
                  APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _change_sequence
                  COLUMNS * EXCEPT (_change_type, _change_sequence) STORED AS SCD TYPE 2;
                CREATE TEMPORARY VIEW upserts AS
                  SELECT id, ts FROM STREAM(silver) WHERE _change_type <> 'delete';
                CREATE STREAMING TABLE latest;
                CREATE FLOW l AS AUTO CDC INTO latest FROM STREAM(upserts) KEYS (id) SEQUENCE BY ts;
                """);

    assertThat(table(pipeline, "audit"))
        .isEqualTo(
            "ROW<`id` INT, `ts` TIMESTAMP_LTZ(6), `_change_type` STRING,"
                + " `_change_sequence` TIMESTAMP_LTZ(6)> NOT NULL");
    assertThat(table(pipeline, "gold")).isEqualTo("ROW<`id` INT, `ts` TIMESTAMP_LTZ(6)> NOT NULL");
  }

  @Test
  void theSequenceOfAStructIsOneColumn() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            Resolving.SOURCE
                + """
                CREATE STREAMING TABLE silver;
                CREATE FLOW f AS AUTO CDC INTO silver FROM STREAM(s) KEYS (id)
                  SEQUENCE BY STRUCT(ts, n) COLUMNS id, op;
                CREATE STREAMING TABLE gold;
                CREATE FLOW g AS AUTO CDC INTO gold FROM STREAM(silver) KEYS (id)
                  APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _change_sequence
                  COLUMNS * EXCEPT (_change_type);
                """);

    assertThat(table(pipeline, "gold"))
        .contains("`_change_sequence` ROW<`ts` TIMESTAMP_LTZ(6), `n` DECIMAL");
  }

  @Test
  void changesThatWouldBeTakenAsRowsAreReported() {
    String silver = BRONZE + CLEAN + SILVER;
    Resolving.assertReported(
        silver + "CREATE STREAMING TABLE a AS SELECT id FROM STREAM(^silver);",
        "gives the changes of silver, deletes among them");
    Resolving.assertReported(
        silver
            + """
            CREATE STREAMING TABLE a;
            CREATE FLOW g AS AUTO CDC INTO a FROM STREAM(^silver) KEYS (id) SEQUENCE BY ts;
            """,
        "APPLY AS DELETE WHEN _change_type = 'delete'");
    Resolving.assertReported(
        silver
            + """
            CREATE STREAMING TABLE a;
            CREATE FLOW g AS AUTO CDC INTO a FROM STREAM(silver) KEYS (id)
              APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY ^ts;
            """,
        "Write SEQUENCE BY _change_sequence");
    String gold =
        """
        CREATE STREAMING TABLE a;
        CREATE FLOW g AS AUTO CDC INTO a FROM STREAM(silver) KEYS (id)
          APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _change_sequence
          COLUMNS * EXCEPT (_change_type);
        CREATE SNAPSHOT TABLE d SNAPSHOT OF a EVERY DAY EVENT TIME ^ts;
        """;
    Resolving.assertReported(silver + gold, "Write EVENT TIME _change_sequence");
    assertThat(
            Resolving.pipeline(Resolving.SOURCE + silver + gold.replace("^ts", "_change_sequence"))
                .snapshots())
        .hasSize(1);
    Resolving.assertReported(
        silver
            + """
            CREATE TEMPORARY VIEW c AS SELECT * FROM STREAM(silver) WHERE id > 0;
            CREATE STREAMING TABLE a AS SELECT id FROM STREAM(^c);
            """,
        "gives the changes of c, deletes among them");
    Resolving.assertReported(
        silver.replace("COLUMNS * EXCEPT (op)", "STORED AS SCD TYPE 2")
            + "CREATE STREAMING TABLE a AS SELECT id FROM STREAM(^silver);",
        "silver is a history (SCD TYPE 2)");
    Resolving.assertReported(
        """
        CREATE TEMPORARY VIEW c AS SELECT id, op AS _change_type, ts FROM STREAM(s);
        CREATE STREAMING TABLE ^a;
        CREATE FLOW g AS AUTO CDC INTO a FROM STREAM(c) KEYS (id) SEQUENCE BY ts;
        CREATE STREAMING TABLE b AS SELECT * FROM STREAM(a);
        """,
        "a has a column _change_type");
  }

  private static String table(ResolvedPipeline pipeline, String name) {
    return pipeline.target(TableName.of(name)).orElseThrow().rowType().asSummaryString();
  }

  @Test
  void whatReadsATableWithAnErrorIsNotBlamed() {
    Resolving.assertReported(
        """
        CREATE STREAMING TABLE a AS SELECT ^idd FROM STREAM(s);
        CREATE STREAMING TABLE b AS SELECT idd FROM STREAM(a);
        """,
        "idd");
  }

  @Test
  void theGraphShowsEachTableAfterThoseItReads() {
    PipelineGraph graph =
        PipelineGraph.of(Resolving.pipeline(SILVER + CLEAN + BRONZE + Resolving.SOURCE));

    assertThat(graph.nodes().stream().map(PipelineGraph.Node::name))
        .startsWith("s", "bronze", "clean", "silver");
    assertThat(graph.edges().stream().map(edge -> edge.from() + " > " + edge.to()))
        .containsExactly("s > bronze", "bronze > clean", "clean > silver");
  }
}
