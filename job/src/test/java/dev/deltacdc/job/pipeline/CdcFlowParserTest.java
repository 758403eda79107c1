/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** AUTO CDC: its clauses, its three forms and its old names. */
class CdcFlowParserTest {

  private static final String REST = " FROM STREAM(s) KEYS (id) SEQUENCE BY ts";

  @Test
  void withoutAClauseTheDefaultsHold() {
    CdcFlowSpec flow = flow("CREATE FLOW f AS AUTO CDC INTO t" + REST);
    assertThat(flow.scdType()).isEqualTo(1);
    assertThat(flow.columns()).isEqualTo(ColumnSelection.ALL);
    assertThat(flow.trackHistory()).isNull();
    assertThat(flow.ignoreNullUpdates()).isNull();
    assertThat(flow.deleteWhen()).isNull();
    assertThat(flow.truncateWhen()).isNull();
  }

  @Test
  void historyClausesStandInAnyOrder() {
    List<String> clauses =
        List.of(
            "FROM STREAM s",
            "KEYS (id)",
            "IGNORE NULL UPDATES",
            "APPLY AS DELETE WHEN track IS NULL",
            "SEQUENCE BY STRUCT(a, b + 1)",
            "COLUMNS * EXCEPT (op)",
            "STORED AS SCD TYPE 2",
            "TRACK HISTORY ON name, history");
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      List<String> shuffled = new ArrayList<>(clauses);
      Collections.shuffle(shuffled, random);
      CdcFlowSpec flow = flow("CREATE FLOW f AS AUTO CDC INTO t " + String.join("\n ", shuffled));
      assertThat(flow.scdType()).isEqualTo(2);
      assertThat(flow.ignoreNullUpdates()).isEqualTo(ColumnSelection.ALL);
      assertThat(flow.deleteWhen().text()).isEqualTo("track IS NULL");
      assertThat(flow.trackHistory().except()).isFalse();
      assertThat(names(flow.trackHistory())).containsExactly("name", "history");
    }
  }

  @Test
  void truncateClausesStandInAnyOrder() {
    List<String> clauses =
        List.of(
            "FROM STREAM s",
            "KEYS (id)",
            "IGNORE NULL UPDATES ON * EXCEPT (updates, changes)",
            "APPLY AS DELETE WHEN op = 'D'",
            "APPLY AS TRUNCATE WHEN truncate AND (changes > 1)",
            "SEQUENCE BY ts",
            "STORED AS SCD TYPE 1",
            "COMMENT 'c'");
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      List<String> shuffled = new ArrayList<>(clauses);
      Collections.shuffle(shuffled, random);
      CdcFlowSpec flow = flow("CREATE FLOW f AS AUTO CDC INTO t " + String.join("\n ", shuffled));
      assertThat(flow.scdType()).isEqualTo(1);
      assertThat(flow.truncateWhen().text()).isEqualTo("truncate AND (changes > 1)");
      assertThat(flow.deleteWhen().text()).isEqualTo("op = 'D'");
      assertThat(flow.ignoreNullUpdates().except()).isTrue();
      assertThat(names(flow.ignoreNullUpdates())).containsExactly("updates", "changes");
    }
  }

  @Test
  void columnsStandWithOrWithoutParentheses() {
    String flow = "CREATE FLOW f AS AUTO CDC INTO t" + REST + " STORED AS SCD TYPE 2 ";
    assertThat(names(flow(flow + "TRACK HISTORY ON (a, b)").trackHistory()))
        .isEqualTo(names(flow(flow + "TRACK HISTORY ON a, b").trackHistory()));
    assertThat(names(flow(flow + "IGNORE NULL UPDATES ON (a, b)").ignoreNullUpdates()))
        .isEqualTo(names(flow(flow + "IGNORE NULL UPDATES ON a, b").ignoreNullUpdates()));
  }

  @Test
  void aTableAndItsFlowAreOneStatement() {
    Pipeline pipeline =
        parse(
            """
            USE silver;
            CREATE OR REFRESH STREAMING TABLE t (id INT, CONSTRAINT c EXPECT (id > 0))
              PARTITIONED BY (id) COMMENT 'table' TBLPROPERTIES ('a' = 'b')
              FLOW AUTO CDC ONCE FROM STREAM(s) KEYS (id) SEQUENCE BY ts
              STORED AS SCD TYPE 2 COMMENT 'flow';
            CREATE STREAMING TABLE u FLOW AUTO CDC
            """
                + REST);
    StreamingTableSpec table = pipeline.tables().get(0);
    assertThat(table.comment()).isEqualTo("table");
    assertThat(table.partitionedBy()).hasSize(1);
    assertThat(table.properties()).containsEntry("a", "b");
    CdcFlowSpec flow = pipeline.cdcFlows().get(0);
    assertThat(flow.name()).isEqualTo(new Identifier("silver.t", new Position(2, 35)));
    assertThat(flow.target()).isEqualTo(table.name());
    assertThat(flow.source()).isEqualTo(TableName.of("silver", "s"));
    assertThat(flow.once()).isTrue();
    assertThat(flow.scdType()).isEqualTo(2);
    assertThat(flow.comment()).isEqualTo("flow");
    assertThat(pipeline.cdcFlows().get(1).name().text()).isEqualTo("silver.u");
    assertThat(pipeline.cdcFlows().get(1).once()).isFalse();
    assertThat(pipeline.statements()).hasSize(4);
  }

  @Test
  void theOldNameIsAcceptedWithANotice() {
    ParseResult result =
        PipelineParser.parse(
            "p.sql",
            "CREATE FLOW f AS APPLY CHANGES INTO t"
                + REST
                + ";\n APPLY CHANGES INTO u"
                + REST
                + " STORED AS SCD TYPE 2");
    assertThat(result.diagnostics())
        .extracting(Diagnostic::toString)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("p.sql:1:18: notice: APPLY CHANGES is the old"),
            second -> assertThat(second).startsWith("p.sql:2:2: notice: APPLY CHANGES is the old"));
    assertThat(result.pipeline().complete()).isTrue();
    assertThat(result.pipeline().cdcFlows())
        .extracting(flow -> flow.name() + " " + flow.target() + " " + flow.scdType())
        .containsExactly("f t 1", "u u 2");
  }

  @Test
  void theOldVirtualSchemaIsLeftOutWithANotice() {
    ParseResult result =
        PipelineParser.parse(
            "p.sql",
            """
            CREATE STREAMING TABLE LIVE.t;
            APPLY CHANGES INTO live.t FROM STREAM(LIVE.s) KEYS (id) SEQUENCE BY ts;
            CREATE TEMPORARY VIEW v AS SELECT live.id, 'FROM LIVE.x' FROM STREAM(LIVE.a), LIVE.b AS live
              JOIN STREAM LIVE.c ON live.id = c.id;
            CREATE STREAMING TABLE `live`.w AS SELECT * FROM `live`.s;
            """);
    assertThat(result.diagnostics())
        .extracting(Diagnostic::position)
        .containsExactly(
            new Position(1, 24),
            new Position(2, 1),
            new Position(2, 20),
            new Position(2, 39),
            new Position(3, 70),
            new Position(3, 79),
            new Position(4, 15));
    assertThat(result.diagnostics()).noneMatch(Diagnostic::isError);
    Pipeline pipeline = result.pipeline();
    assertThat(pipeline.tables())
        .extracting(StreamingTableSpec::name)
        .containsExactly(TableName.of("t"), TableName.of("live", "w"));
    assertThat(pipeline.cdcFlows().get(0).name().text()).isEqualTo("t");
    assertThat(pipeline.cdcFlows().get(0).source()).isEqualTo(TableName.of("s"));
    assertThat(pipeline.views().get(0).query().text())
        .isEqualTo(
            "SELECT live.id, 'FROM LIVE.x' FROM             a ,      b AS live\n"
                + "  JOIN             c ON live.id = c.id");
  }

  private static List<String> names(ColumnSelection selection) {
    return selection.columns().stream().map(Identifier::text).toList();
  }

  private static CdcFlowSpec flow(String text) {
    return parse(text).cdcFlows().get(0);
  }

  private static Pipeline parse(String text) {
    ParseResult result = PipelineParser.parse("test.sql", text);
    assertThat(result.diagnostics()).isEmpty();
    return result.pipeline();
  }
}
