/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.ViolationAction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.junit.jupiter.api.Test;

class ResolverTest {

  private static final String SOURCE = Resolving.SOURCE;

  @Test
  void resolvesTheExample() throws IOException {
    ResolvedPipeline pipeline = Resolving.pipeline(text("clientes.sql"));

    assertThat(pipeline.settings().pipelineName()).isEqualTo("clientes");
    assertThat(pipeline.settings().quarantineTable())
        .isEqualTo(TableName.of("clientes_quarantine"));
    assertThat(pipeline.relations())
        .extracting(relation -> relation.name().toString())
        .containsExactly("initial", "feed", "changes");
    ResolvedSource feed = pipeline.sources().get(1);
    assertThat(feed.schema().rowType().getFieldNames())
        .containsExactly("id", "valor", "op", "event_time");
    assertThat(feed.scan().rowType().getFieldNames())
        .containsExactly("id", "valor", "op", "event_time", EventOrigin.COLUMN);
    ResolvedView changes = pipeline.views().get(0);
    assertThat(changes.reads()).containsExactly(TableName.of("feed"));
    assertThat(changes.query().rowType().getFieldCount()).isEqualTo(6);
    assertThat(changes.query().rowType().getFieldNames()).endsWith(EventOrigin.COLUMN);
    assertThat(changes.expectations())
        .containsExactly(
            new ResolvedExpectation(
                "known_op", "op IN ('I','U','D')", 4, ViolationAction.QUARANTINE));
    assertThat(changes.scan().rowType().getFieldNames())
        .containsExactly("id", "valor", "op", "updated_at", EventOrigin.COLUMN);
    ResolvedTarget target = pipeline.target(TableName.of("CLIENTES")).orElseThrow();
    assertThat(target.rowType().asSummaryString())
        .isEqualTo("ROW<`id` INT, `valor` STRING, `updated_at` TIMESTAMP_LTZ(6)> NOT NULL");
    assertThat(target.upsert()).isTrue();
    assertThat(target.keyNames()).containsExactly("id");
    assertThat(target.eventTime()).isEqualTo(2);
    assertThat(target.sequenceTypes())
        .extracting(LogicalType::getTypeRoot)
        .containsExactly(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    ResolvedFlow.Cdc load = (ResolvedFlow.Cdc) pipeline.flows().get(0);
    assertThat(load.once()).isTrue();
    assertThat(load.hasDelete()).isFalse();
    ResolvedFlow.Cdc cdc = (ResolvedFlow.Cdc) pipeline.flows().get(1);
    assertThat(cdc.hasDelete()).isTrue();
    assertThat(cdc.hasOrigin()).isTrue();
    assertThat(cdc.reads()).containsExactly(TableName.of("changes"));
    assertThat(cdc.query().rowType().getFieldNames())
        .containsExactly(
            "id",
            "valor",
            "updated_at",
            "__deltacdc_sequence_0",
            "__deltacdc_delete",
            EventOrigin.COLUMN);
    assertThat(pipeline.snapshots())
        .singleElement()
        .satisfies(
            snapshot -> {
              assertThat(snapshot.rowType().getFieldNames())
                  .containsExactly("id", "valor", "updated_at", "snapshot_date");
              assertThat(snapshot.zone()).isEqualTo(ZoneId.of("Europe/Lisbon"));
              assertThat(snapshot.startDay()).isEqualTo(LocalDate.of(2026, 1, 1));
              assertThat(snapshot.lateDays()).isEqualTo(3);
              assertThat(snapshot.retainDays()).isEqualTo(365);
            });
  }

  @Test
  void declaredColumnsDecideOrderAndTypes() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            SOURCE
                + """
                CREATE STREAMING TABLE t (TS TIMESTAMP_LTZ(6), ID BIGINT NOT NULL COMMENT 'key', `value` VARCHAR(5),
                  CONSTRAINT short EXPECT (CHAR_LENGTH(`value`) < 5 AND ID > 0) ON VIOLATION DROP ROW)
                  PARTITIONED BY (`VALUE`) COMMENT 'c' TBLPROPERTIES ('k' = 'v');
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) APPLY AS DELETE WHEN op == 'D'
                  SEQUENCE BY STRUCT(ts, n) COLUMNS id, value, ts;
                """);
    ResolvedTarget target = pipeline.targets().get(0);
    assertThat(target.rowType().asSummaryString())
        .isEqualTo("ROW<`TS` TIMESTAMP_LTZ(6), `ID` BIGINT, `value` VARCHAR(5)> NOT NULL");
    assertThat(target.keys()).containsExactly(1);
    assertThat(target.partitionColumns()).containsExactly("value");
    assertThat(target.columnComments()).isEqualTo(Map.of("ID", "key"));
    assertThat(target.properties()).isEqualTo(Map.of("k", "v"));
    ResolvedFlow.Cdc flow = (ResolvedFlow.Cdc) pipeline.flows().get(0);
    List<LogicalType> types = flow.query().rowType().getChildren();
    assertThat(types)
        .extracting(LogicalType::asSummaryString)
        .startsWith(
            "TIMESTAMP_LTZ(6)",
            "BIGINT",
            "STRING",
            "TIMESTAMP_LTZ(6)",
            "DECIMAL(10, 2)",
            "BOOLEAN",
            "BOOLEAN");
    assertThat(flow.expectations().get(0).field()).isEqualTo(6);
    assertThat(flow.sequenceTypes()).hasSize(2);
  }

  @Test
  void appendFlowsKeepTheOrigin() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            SOURCE
                + """
                CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (id > 0) ON VIOLATION QUARANTINE)
                  AS SELECT id, n * 2 AS n FROM STREAM(s) WHERE op != 'D';
                """);
    ResolvedFlow.Append flow = (ResolvedFlow.Append) pipeline.flows().get(0);
    assertThat(flow.hasOrigin()).isTrue();
    assertThat(flow.query().rowType().getFieldCount()).isEqualTo(4);
    assertThat(flow.expectations().get(0).field()).isEqualTo(2);
    assertThat(pipeline.targets().get(0).upsert()).isFalse();
  }

  @Test
  void originsAreNoColumnsOfUsers() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            SOURCE
                + """
                CREATE TEMPORARY VIEW star AS SELECT * FROM STREAM(s);
                CREATE TEMPORARY VIEW starred AS SELECT x.*, x.id + 1 AS succ FROM star AS x WHERE x.id > 0;
                CREATE TEMPORARY VIEW all_s AS SELECT * FROM star UNION ALL SELECT * FROM s;
                CREATE STREAMING TABLE a;
                CREATE FLOW fa AS INSERT INTO a SELECT * FROM starred;
                CREATE STREAMING TABLE b;
                CREATE FLOW fb AS INSERT INTO b SELECT * FROM all_s;
                """);
    List<String> columns = List.of("id", "value", "n", "op", "ts", "m");
    assertThat(pipeline.targets().get(0).rowType().getFieldNames())
        .containsAll(columns)
        .endsWith("succ")
        .hasSize(7);
    assertThat(pipeline.targets().get(1).rowType().getFieldNames()).isEqualTo(columns);
    assertThat(((ResolvedFlow.Append) pipeline.flows().get(0)).hasOrigin()).isTrue();
    assertThat(((ResolvedFlow.Append) pipeline.flows().get(1)).hasOrigin()).isFalse();
  }

  @Test
  void viewsAreOrderedByWhatTheyRead() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            SOURCE
                + """
                CREATE TEMPORARY VIEW c AS SELECT id, ts FROM b;
                CREATE TEMPORARY VIEW b AS SELECT id, ts FROM a;
                CREATE TEMPORARY VIEW a AS SELECT id, ts FROM STREAM s;
                CREATE STREAMING TABLE t;
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(c) KEYS (id) SEQUENCE BY ts;
                """);
    assertThat(pipeline.relations())
        .extracting(relation -> relation.name().toString())
        .containsExactly("s", "a", "b", "c");
    assertThat(((ResolvedFlow.Cdc) pipeline.flows().get(0)).hasOrigin()).isTrue();
  }

  @Test
  void namesOfThreePartsAndUse() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            SOURCE.replace("TABLE s", "TABLE bronze.landing.s")
                + """
                USE bronze.landing;
                CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT (id > 0)) AS SELECT id, ts FROM STREAM(s);
                CREATE TEMPORARY VIEW w AS SELECT v.id, ts FROM v;
                CREATE STREAMING TABLE silver.main.t;
                CREATE FLOW f AS AUTO CDC INTO silver.main.t FROM STREAM(w) KEYS (id) SEQUENCE BY ts;
                CREATE STREAMING TABLE u AS SELECT id FROM bronze.landing.w;
                """);
    assertThat(pipeline.targets())
        .extracting(target -> target.name().path())
        .containsExactly("silver/main/t", "bronze/landing/u");
    assertThat(pipeline.flows())
        .extracting(ResolvedFlow::reads)
        .containsOnly(List.of(TableName.of("bronze", "landing", "w")));
  }

  @Test
  void watermarksAndComputedColumnsOfASourceAreKept() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            """
            CREATE TABLE s (id INT, ms BIGINT, ts AS TO_TIMESTAMP_LTZ(ms, 3),
              WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
              WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'json');
            CREATE STREAMING TABLE t;
            CREATE FLOW f AS INSERT INTO t SELECT window_start AS w, COUNT(*) AS n
              FROM TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end;
            """
                .replace("window_start AS w", "CAST(window_start AS TIMESTAMP_LTZ(6)) AS w"));
    assertThat(pipeline.sources().get(0).schema().rowType().getFieldNames())
        .containsExactly("id", "ms");
    assertThat(pipeline.sources().get(0).scan().schema().getWatermarkSpecs()).hasSize(1);
    assertThat(pipeline.flows().get(0).query().rowType().getFieldNames()).containsExactly("w", "n");
  }

  @Test
  void metadataColumnsComeWithTheStream() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            """
            CREATE TABLE s (
              `timestamp` TIMESTAMP_LTZ(3) METADATA,
              id INT, valor STRING NOT NULL,
              `day` AS CAST(`timestamp` AS DATE),
              src MAP<STRING, STRING> METADATA FROM 'value.source.properties' VIRTUAL,
              op STRING METADATA FROM 'value.op',
              lsn AS CAST(src['lsn'] AS BIGINT),
              PRIMARY KEY (id) NOT ENFORCED,
              WATERMARK FOR `timestamp` AS `timestamp` - INTERVAL '5' SECOND)
              WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'h:1',
                    'value.format' = 'debezium-json');
            CREATE TEMPORARY VIEW v AS SELECT *, valor || 'x' AS w FROM STREAM(s);
            CREATE STREAMING TABLE t;
            CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(v) KEYS (id) APPLY AS DELETE WHEN op = 'd'
              SEQUENCE BY STRUCT(lsn, `timestamp`) COLUMNS * EXCEPT (op, src);
            """);
    ResolvedSource source = pipeline.sources().get(0);
    assertThat(source.schema().primaryKey()).containsExactly("id");
    assertThat(source.schema().rowType().asSummaryString())
        .isEqualTo(
            "ROW<`timestamp` TIMESTAMP_LTZ(3), `id` INT NOT NULL, `valor` STRING NOT NULL,"
                + " `src` MAP<STRING, STRING>, `op` STRING> NOT NULL");
    // What the planner must not rely on: a deleted row may lack a column, a key has many events.
    assertThat(source.scan().schema().getPrimaryKey()).isEmpty();
    assertThat(source.scan().rowType().asSummaryString())
        .startsWith("ROW<`timestamp` TIMESTAMP_LTZ(3), `id` INT, `valor` STRING,")
        .contains("`" + EventOrigin.COLUMN + "`");
    assertThat(pipeline.targets().get(0).rowType().getFieldNames())
        .containsExactly("timestamp", "id", "valor", "day", "lsn", "w");
    assertThat(((ResolvedFlow.Cdc) pipeline.flows().get(0)).hasOrigin()).isTrue();
  }

  @Test
  void changedRowsCompareWhatIsNeitherKeyNorTimeNorSequence() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            SOURCE
                + """
                CREATE STREAMING TABLE t;
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY n COLUMNS * EXCEPT (m);
                CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts ROWS CHANGED;
                CREATE SNAPSHOT TABLE e SNAPSHOT OF t EVERY DAY EVENT TIME ts ROWS CHANGED ON (OP) RETAIN 9 DAYS;
                """);
    assertThat(pipeline.snapshots().get(0).changedOn()).containsExactly(1, 3);
    assertThat(pipeline.snapshots().get(0).rowType().getFieldNames())
        .endsWith("snapshot_date", "deleted");
    assertThat(pipeline.snapshots().get(0).retainDays()).isNull();
    assertThat(pipeline.snapshots().get(1).changedOn()).containsExactly(3);
  }

  @Test
  void timestampIsNoticedNotRefused() {
    Resolution resolution =
        Resolving.resolution(
            """
            CREATE TABLE s (id INT, ts TIMESTAMP(6))
              WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'json');
            CREATE STREAMING TABLE t;
            CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
            """);
    assertThat(resolution.pipeline()).isPresent();
    assertThat(resolution.diagnostics())
        .singleElement()
        .satisfies(
            notice ->
                assertThat(notice.toString())
                    .startsWith("p.sql:3:24: notice: The column ts is TIMESTAMP"));
  }

  static String text(String resource) throws IOException {
    try (var in =
        ResolverTest.class.getResourceAsStream("/dev/deltacdc/job/pipeline/" + resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
