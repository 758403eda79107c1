/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** History, truncates and ignored NULLs in what the job runs. */
class CdcClausesTest {

  private static final String FLOW = " FLOW AUTO CDC FROM STREAM(s) KEYS (id) ";

  @Test
  void aTableOfCurrentRowsHasNoHistory() {
    ResolvedTarget target = target("CREATE STREAMING TABLE t" + FLOW + "SEQUENCE BY ts");
    assertThat(target.history()).isNull();
    assertThat(target.tableType()).isEqualTo(target.rowType());
    assertThat(target.tableKeys()).containsExactly("id");
    ResolvedFlow.Cdc flow = flow("CREATE STREAMING TABLE t" + FLOW + "SEQUENCE BY ts");
    assertThat(flow.name()).isEqualTo("t");
    assertThat(flow.hasTruncate()).isFalse();
    assertThat(flow.ignoreNulls()).isEmpty();
  }

  @Test
  void aHistoryHasTheColumnsOfValidity() {
    ResolvedTarget target =
        target(
            "CREATE STREAMING TABLE t CLUSTER BY (__start_at)"
                + FLOW
                + "SEQUENCE BY ts COLUMNS id, op, ts STORED AS SCD TYPE 2");
    assertThat(target.rowType().getFieldNames()).containsExactly("id", "op", "ts");
    assertThat(target.tableType().asSummaryString())
        .isEqualTo(
            "ROW<`id` INT, `op` STRING, `ts` TIMESTAMP_LTZ(6), `__START_AT` TIMESTAMP_LTZ(6),"
                + " `__END_AT` TIMESTAMP_LTZ(6)> NOT NULL");
    assertThat(target.keyNames()).containsExactly("id");
    assertThat(target.tableKeys()).containsExactly("id", "__START_AT");
    assertThat(target.clusterColumns()).containsExactly("__START_AT");
    assertThat(target.history().tracked()).containsExactly(1, 2);
  }

  @Test
  void theFieldsOfAStructAreNamedByTheirColumns() {
    assertThat(sequence("ts")).isEqualTo("TIMESTAMP_LTZ(6)");
    assertThat(sequence("STRUCT(ts, n + 1, `value`)"))
        .isEqualTo("ROW<`ts` TIMESTAMP_LTZ(6), `field_2` DECIMAL(13, 2), `value` STRING>");
    assertThat(sequence("STRUCT(id, id)")).isEqualTo("ROW<`field_1` INT, `field_2` INT>");
  }

  @Test
  void theFieldsAreNamedAsInTheFirstFlowOrAsDeclared() {
    String flows =
        """
            CREATE TEMPORARY VIEW v AS SELECT id, n, op, n AS k FROM s;
            CREATE STREAMING TABLE t;
            CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(v) KEYS (id) SEQUENCE BY STRUCT(id, n)
              COLUMNS id, op STORED AS SCD TYPE 2;
            CREATE FLOW g AS AUTO CDC INTO t FROM STREAM(v) KEYS (id) SEQUENCE BY STRUCT(id, k)
              COLUMNS op, id STORED AS SCD TYPE 2;
            """;
    ResolvedTarget target = target(flows);
    assertThat(target.history().sequenceType().asSummaryString())
        .isEqualTo("ROW<`id` INT, `n` DECIMAL(10, 2)>");
    assertThat(target.history().tracked()).containsExactly(1);
    String declared = "ROW<a INT, b DECIMAL(10, 2)>";
    assertThat(
            target(
                    flows.replace(
                        "TABLE t;",
                        "TABLE t (id INT, op STRING, __START_AT %s, __END_AT %s);"
                            .formatted(declared, declared)))
                .history()
                .sequenceType()
                .asSummaryString())
        .isEqualTo("ROW<`a` INT, `b` DECIMAL(10, 2)>");
  }

  @Test
  void trackedColumnsAreThoseSelected() {
    String history = "SEQUENCE BY ts COLUMNS op, id, n, ts STORED AS SCD TYPE 2 TRACK HISTORY ON ";
    assertThat(tracked(history + "TS, op")).containsExactly(0, 3);
    assertThat(tracked(history + "* EXCEPT (op)")).containsExactly(2, 3);
    assertThat(tracked(history + "* EXCEPT (op, n, ts)")).isEmpty();
  }

  @Test
  void theColumnsOfValidityMayBeDeclared() {
    ResolvedTarget target =
        target(
            "CREATE STREAMING TABLE t (__end_at STRING, op STRING, id BIGINT,"
                + " __START_AT VARCHAR(9) COMMENT 'since')"
                + FLOW
                + "SEQUENCE BY `value` COLUMNS id, op STORED AS SCD TYPE 2");
    assertThat(target.tableType().getFieldNames())
        .containsExactly("op", "id", "__START_AT", "__END_AT");
    assertThat(target.rowType().getFieldNames()).containsExactly("op", "id");
    assertThat(target.keys()).containsExactly(1);
    assertThat(target.history().tracked()).containsExactly(0);
    assertThat(target.columnComments()).isEqualTo(Map.of("__START_AT", "since"));
  }

  @Test
  void nullsAreIgnoredInTheColumnsSelected() {
    String flow = "SEQUENCE BY ts COLUMNS op, id, n, ts IGNORE NULL UPDATES ";
    assertThat(ignoreNulls(flow)).containsExactly(0, 2, 3);
    assertThat(ignoreNulls(flow + "ON n, OP")).containsExactly(0, 2);
    assertThat(ignoreNulls(flow + "ON * EXCEPT (n)")).containsExactly(0, 3);
    assertThat(ignoreNulls(flow + "STORED AS SCD TYPE 2")).containsExactly(0, 2, 3);
  }

  @Test
  void theTruncateConditionStandsBehindThatOfDeletes() {
    ResolvedFlow.Cdc flow =
        flow(
            "CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (id > 0) ON VIOLATION DROP ROW)"
                + FLOW
                + "SEQUENCE BY ts COLUMNS id, ts"
                + " APPLY AS TRUNCATE WHEN op == 'T' APPLY AS DELETE WHEN op = 'D'");
    assertThat(flow.hasDelete()).isTrue();
    assertThat(flow.hasTruncate()).isTrue();
    RowType rowType = flow.query().rowType();
    assertThat(rowType.getFieldNames())
        .startsWith("id", "ts", "__deltacdc_sequence_0", "__deltacdc_delete", "__deltacdc_truncate")
        .endsWith(EventOrigin.COLUMN)
        .hasSize(7);
    assertThat(flow.expectations().get(0).field()).isEqualTo(5);
    assertThat(flow.query().sql())
        .contains("`__deltacdc_delete` OR `__deltacdc_truncate` OR ((id > 0\n)) IS TRUE");
    assertThat(flow.query().fields(flow.expectations()))
        .containsSequence("APPLY AS DELETE WHEN", "APPLY AS TRUNCATE WHEN", "constraint c");
  }

  @Test
  void aTruncateConditionAloneStandsBehindTheSequence() {
    ResolvedFlow.Cdc flow =
        flow(
            "CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (id > 0))"
                + FLOW
                + "SEQUENCE BY ts COLUMNS id, ts APPLY AS TRUNCATE WHEN op = 'T'");
    assertThat(flow.hasDelete()).isFalse();
    assertThat(flow.query().rowType().getFieldNames().get(3)).isEqualTo("__deltacdc_truncate");
    assertThat(flow.expectations().get(0).field()).isEqualTo(4);
  }

  @Test
  void aSnapshotOfAHistoryHasTheColumnsOfTheFlow() {
    ResolvedPipeline pipeline =
        pipeline(
            "CREATE STREAMING TABLE t"
                + FLOW
                + "SEQUENCE BY ts COLUMNS id, ts STORED AS SCD TYPE 2;"
                + "CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts");
    assertThat(pipeline.snapshots().get(0).rowType().getFieldNames())
        .containsExactly("id", "ts", "snapshot_date");
    assertThat(pipeline.targets().get(0).eventTime()).isEqualTo(1);
    assertThat(pipeline.targets().get(0).history()).isNotNull();
  }

  @Test
  void whatDeltaLiveTablesWroteResolves() {
    Resolution resolution =
        Resolving.resolution(
            Resolving.SOURCE
                + """
                CREATE TEMPORARY VIEW v AS SELECT id, ts FROM STREAM(LIVE.s);
                CREATE OR REFRESH STREAMING TABLE LIVE.t;
                APPLY CHANGES INTO LIVE.t FROM STREAM(LIVE.v) KEYS (id) SEQUENCE BY ts;
                """);
    ResolvedPipeline pipeline = resolution.pipeline().orElseThrow();
    assertThat(resolution.diagnostics()).hasSize(5).noneMatch(found -> found.isError());
    assertThat(pipeline.flows().get(0).name()).isEqualTo("t");
    assertThat(pipeline.flows().get(0).reads()).containsExactly(TableName.of("v"));
  }

  private static String sequence(String by) {
    return target(
            "CREATE STREAMING TABLE t"
                + FLOW
                + "COLUMNS id, op STORED AS SCD TYPE 2 SEQUENCE BY "
                + by)
        .history()
        .sequenceType()
        .asSummaryString();
  }

  private static List<Integer> tracked(String clauses) {
    return target("CREATE STREAMING TABLE t" + FLOW + clauses).history().tracked();
  }

  private static List<Integer> ignoreNulls(String clauses) {
    return flow("CREATE STREAMING TABLE t" + FLOW + clauses).ignoreNulls();
  }

  private static ResolvedTarget target(String text) {
    return pipeline(text).targets().get(0);
  }

  private static ResolvedFlow.Cdc flow(String text) {
    return (ResolvedFlow.Cdc) pipeline(text).flows().get(0);
  }

  private static ResolvedPipeline pipeline(String text) {
    return Resolving.pipeline(Resolving.SOURCE + text);
  }
}
