/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PipelineParserTest {

  @Test
  void readsTheExample() throws IOException {
    Pipeline pipeline = read("clientes.sql");

    assertThat(pipeline.settings())
        .containsExactly(
            new SettingSpec(
                new Literal("pipeline.name", new Position(1, 5)),
                new Literal("clientes", new Position(1, 23)),
                new Position(1, 1)));
    assertThat(pipeline.sources())
        .extracting(SourceSpec::name)
        .map(TableName::toString)
        .containsExactly("initial", "feed");
    assertThat(pipeline.sources().get(0).options())
        .containsEntry("csv.header", "true")
        .containsEntry("path", "initial_snapshot.csv");
    ViewSpec view = pipeline.views().get(0);
    assertThat(view.query().text())
        .isEqualTo("SELECT id, valor, op, event_time AS updated_at FROM        feed ");
    assertThat(view.expectations())
        .containsExactly(
            new ExpectationSpec(
                new Identifier("known_op", new Position(8, 15)),
                new SqlText("op IN ('I','U','D')", new Position(8, 32)),
                ViolationAction.QUARANTINE));
    assertThat(pipeline.tables())
        .extracting(StreamingTableSpec::name)
        .containsExactly(TableName.of("clientes"));
    CdcFlowSpec load = pipeline.cdcFlows().get(0);
    assertThat(load.once()).isTrue();
    assertThat(load.deleteWhen()).isNull();
    CdcFlowSpec cdc = pipeline.cdcFlows().get(1);
    assertThat(cdc.once()).isFalse();
    assertThat(cdc.target()).isEqualTo(TableName.of("clientes"));
    assertThat(cdc.source()).isEqualTo(TableName.of("changes"));
    assertThat(cdc.keys()).extracting(Identifier::text).containsExactly("id");
    assertThat(cdc.deleteWhen()).isEqualTo(new SqlText("op = 'D'", new Position(16, 24)));
    assertThat(cdc.sequence()).containsExactly(new SqlText("updated_at", new Position(17, 15)));
    assertThat(cdc.columns().except()).isTrue();
    assertThat(cdc.columns().columns()).extracting(Identifier::text).containsExactly("op");
    SnapshotSpec snapshot = pipeline.snapshots().get(0);
    assertThat(snapshot.eventTime().text()).isEqualTo("updated_at");
    assertThat(snapshot.zone()).hasToString("Europe/Lisbon");
    assertThat(snapshot.startDay()).hasToString("2026-01-01");
    assertThat(snapshot.lateDays()).hasToString("3");
    assertThat(snapshot.retainDays()).hasToString("365");
    assertThat(snapshot.changedOnly()).isFalse();
  }

  @Test
  void clausesStandInAnyOrder() {
    List<String> clauses =
        List.of(
            "FROM STREAM s",
            "KEYS (`order`, key)",
            "APPLY AS DELETE WHEN op IS DISTINCT FROM 'U' AND (columns > 1)",
            "SEQUENCE BY STRUCT(sequence, f(a, b))",
            "COLUMNS id, value, keys",
            "STORED AS SCD TYPE 1",
            "COMMENT 'it''s'");
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      List<String> shuffled = new ArrayList<>(clauses);
      Collections.shuffle(shuffled, random);
      CdcFlowSpec flow =
          parse("CREATE FLOW f AS AUTO CDC INTO a.t " + String.join("\n ", shuffled))
              .cdcFlows()
              .get(0);
      assertThat(flow.target().parts()).containsExactly("a", "t");
      assertThat(flow.keys()).extracting(Identifier::text).containsExactly("order", "key");
      assertThat(flow.deleteWhen().text()).isEqualTo("op IS DISTINCT FROM 'U' AND (columns > 1)");
      assertThat(flow.sequence()).extracting(SqlText::text).containsExactly("sequence", "f(a, b)");
      assertThat(flow.columns().columns())
          .extracting(Identifier::text)
          .containsExactly("id", "value", "keys");
      assertThat(flow.comment()).isEqualTo("it's");
    }
  }

  @Test
  void snapshotClausesStandInAnyOrder() {
    List<String> clauses =
        List.of(
            "SNAPSHOT OF t EVERY DAY",
            "EVENT TIME time",
            "ROWS CHANGED ON (a, b)",
            "LATE EVENTS 0 DAYS",
            "RETAIN 7 DAYS",
            "TIME ZONE 'UTC'");
    Random random = new Random(7);
    for (int i = 0; i < 100; i++) {
      List<String> shuffled = new ArrayList<>(clauses);
      Collections.shuffle(shuffled, random);
      SnapshotSpec spec =
          parse("CREATE SNAPSHOT TABLE s " + String.join("\n", shuffled)).snapshots().get(0);
      assertThat(spec.eventTime().text()).isEqualTo("time");
      assertThat(spec.changedOnly()).isTrue();
      assertThat(spec.changedOn()).extracting(Identifier::text).containsExactly("a", "b");
      assertThat(spec.lateDays()).hasToString("0");
    }
  }

  @Test
  void streamingTableWithEverything() {
    Pipeline pipeline =
        parse(
            """
            create or refresh streaming table if not exists t (
              id BIGINT COMMENT 'the id', m MAP<STRING, DECIMAL(10, 2)>, r ROW<a INT, b ARRAY<INT>>,
              CONSTRAINT positive EXPECT (id > 0) ON VIOLATION DROP ROW,
              CONSTRAINT named EXPECT (m IS NOT NULL) ON VIOLATION FAIL UPDATE,
              CONSTRAINT warned EXPECT (r.a > 0))
            PARTITIONED BY (id) COMMENT 'c' TBLPROPERTIES ('delta.appendOnly' = 'true')
            AS SELECT * FROM STREAM(s) WHERE a != b;
            """);
    StreamingTableSpec table = pipeline.tables().get(0);
    assertThat(table.columns())
        .extracting(column -> column.name() + " " + column.type().text())
        .containsExactly(
            "id BIGINT", "m MAP<STRING, DECIMAL(10, 2)>", "r ROW<a INT, b ARRAY<INT>>");
    assertThat(table.columns().get(0).comment()).isEqualTo("the id");
    assertThat(table.expectations())
        .extracting(ExpectationSpec::action)
        .containsExactly(
            ViolationAction.DROP_ROW, ViolationAction.FAIL_UPDATE, ViolationAction.WARN);
    assertThat(table.properties()).containsEntry("delta.appendOnly", "true");
    AppendFlowSpec flow = pipeline.appendFlows().get(0);
    assertThat(flow.target()).isEqualTo(table.name());
    assertThat(flow.query().text()).isEqualTo("SELECT * FROM        s  WHERE a <> b");
  }

  @Test
  void usePutsCatalogAndDatabaseBeforeNames() {
    Pipeline pipeline =
        parse(
            """
            CREATE STREAMING TABLE a;
            USE d; CREATE STREAMING TABLE b; CREATE STREAMING TABLE e.b;
            USE c.d; CREATE STREAMING TABLE f; CREATE STREAMING TABLE e.f; CREATE STREAMING TABLE x.y.z;
            USE CATALOG k; CREATE STREAMING TABLE g;
            USE SCHEMA s; CREATE STREAMING TABLE h;
            """);
    assertThat(pipeline.tables())
        .extracting(table -> table.name().path())
        .containsExactly("a", "d/b", "e/b", "c/d/f", "c/e/f", "x/y/z", "k/default/g", "k/s/h");
  }

  @Test
  void namesDifferingByCaseAreOne() {
    assertThat(TableName.of("A", "b")).isEqualTo(TableName.of("a", "B"));
    assertThat(TableName.of("A", "b")).hasSameHashCodeAs(TableName.of("a", "B"));
    assertThat(TableName.of("a")).isNotEqualTo(TableName.of("a", "a"));
  }

  @Test
  void commentsAndStringsAreLeftAlone() {
    Pipeline pipeline =
        parse(
            """
            -- a comment; with a semicolon and a 'quote
            /* another; one */ CREATE FLOW f AS INSERT INTO t -- ';'
            SELECT ';', '--', '/* STREAM(x) */', a /* != b */ FROM STREAM(s) -- == STREAM(y)
            WHERE b == 'STREAM(z) != 1';
            """);
    assertThat(pipeline.appendFlows().get(0).query().text())
        .isEqualTo(
            "SELECT ';', '--', '/* STREAM(x) */', a /* != b */ FROM        s  -- == STREAM(y)\n"
                + "WHERE b =  'STREAM(z) != 1'");
  }

  @Test
  void streamIsOnlyTakenAwayWhereATableStands() {
    assertThat(query("SELECT stream(a), STREAM FROM STREAM `s`.t JOIN STREAM ( u ) ON stream = 1"))
        .isEqualTo("SELECT stream(a), STREAM FROM        `s`.t JOIN          u   ON stream = 1");
    assertThat(query("SELECT 1 FROM STREAM(SELECT 1)")).isEqualTo("SELECT 1 FROM STREAM(SELECT 1)");
  }

  @Test
  void rewritingKeepsEveryPosition() {
    String text = "SELECT a!=b, c==d, '!=' FROM STREAM(x) AS y, STREAM z -- STREAM(w)\n WHERE e!=1";
    assertThat(query(text)).hasSameSizeAs(text).doesNotContain("STREAM(x)").endsWith("e<>1");
  }

  @Test
  void threeMistakesAreThreeErrors() {
    ParseResult result =
        PipelineParser.parse(
            "p.sql",
            """
            SET 'pipeline.name' = 'x';
            CREATE STREAMIN TABLE t;
            CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEY (id)
              SEQUENCE BY ts COLUMNS * EXCEPT op;
            CREATE STREAMING TABLE u;
            """);
    assertThat(result.diagnostics())
        .extracting(Diagnostic::toString)
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("p.sql:2:8: Found 'STREAMIN'")
                    .endsWith("Did you mean STREAMING? [unexpected-word]"),
            second ->
                assertThat(second)
                    .startsWith("p.sql:3:49: Found 'KEY'")
                    .endsWith("Did you mean KEYS? [unknown-clause]"),
            third ->
                assertThat(third).startsWith("p.sql:4:35: Found 'op' where '(' was expected."));
    assertThat(result.pipeline().complete()).isFalse();
    assertThat(result.pipeline().tables()).hasSize(1);
  }

  @Test
  void errorsKeepTheirPlaceBehindAnyPadding() {
    Random random = new Random(11);
    String statement = "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS id SEQUENCE BY a";
    for (int i = 0; i < 200; i++) {
      int lines = random.nextInt(4);
      int spaces = random.nextInt(9);
      String padding =
          (random.nextBoolean() ? "\n" : "-- x\n").repeat(lines)
              + (random.nextBoolean() ? " ".repeat(spaces) : "/*" + "é".repeat(spaces) + "*/");
      int before = padding.length() - padding.lastIndexOf('\n') - 1;
      List<Diagnostic> errors = PipelineParser.parse("p", padding + statement).diagnostics();
      assertThat(errors).hasSize(1);
      assertThat(errors.get(0).position())
          .isEqualTo(new Position(lines + 1, before + statement.indexOf("id") + 1));
    }
  }

  @Test
  void anyTruncationOfAFileGivesDiagnosticsOrSpecs() throws IOException {
    String text = text("clientes.sql");
    IntStream.range(0, text.length())
        .forEach(
            length -> {
              ParseResult result = PipelineParser.parse("p", text.substring(0, length));
              assertThat(result.diagnostics()).allMatch(d -> d.position().line() <= 27);
            });
  }

  private static String query(String sql) {
    return parse("CREATE FLOW f AS INSERT INTO t " + sql).appendFlows().get(0).query().text();
  }

  private static Pipeline parse(String text) {
    ParseResult result = PipelineParser.parse("test.sql", text);
    assertThat(result.diagnostics()).isEmpty();
    return result.pipeline();
  }

  private static Pipeline read(String resource) throws IOException {
    return parse(text(resource));
  }

  private static String text(String resource) throws IOException {
    try (var in = PipelineParserTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
