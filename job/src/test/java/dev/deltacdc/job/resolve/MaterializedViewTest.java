/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CREATE MATERIALIZED VIEW: its key, what it may read, and who may read it. */
class MaterializedViewTest {

  private static final String BRONZE =
      "CREATE STREAMING TABLE bronze AS SELECT id, op, n, ts FROM STREAM(s);\n";
  private static final String CURRENT =
      """
      CREATE STREAMING TABLE latest;
      CREATE FLOW f AS AUTO CDC INTO latest FROM STREAM(s) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS id, n, ts;
      """;
  private static final String HISTORY =
      """
      CREATE STREAMING TABLE history;
      CREATE FLOW h AS AUTO CDC INTO history FROM STREAM(s) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n) COLUMNS id, `value`, ts
        STORED AS SCD TYPE 2;
      """;

  private static ResolvedFlow.View view(String text, String name) {
    return (ResolvedFlow.View)
        Resolving.pipeline(Resolving.SOURCE + text).flowsInto(TableName.of(name)).get(0);
  }

  private static List<String> key(String text, String name) {
    return Resolving.pipeline(Resolving.SOURCE + text)
        .target(TableName.of(name))
        .orElseThrow()
        .keyNames();
  }

  @Test
  void anAggregateHasTheKeyThatItGroupsBy() {
    String text =
        "CREATE MATERIALIZED VIEW g AS SELECT SUM(n) AS total, id FROM bronze GROUP BY id;"
            + BRONZE;

    assertThat(key(text, "g")).containsExactly("id");
    assertThat(view(text, "g").materialize()).isFalse();
    assertThat(view(text, "g").insertOnly()).isFalse();
  }

  @Test
  void theDeclaredKeyOfAnAggregateNeedsNoReordering() {
    String text =
        BRONZE
            + """
            CREATE OR REFRESH MATERIALIZED VIEW g
              (id INT NOT NULL, total DECIMAL(38, 2), PRIMARY KEY (id) NOT ENFORCED)
              COMMENT 'sums' AS SELECT id, SUM(n) AS total FROM STREAM(bronze) GROUP BY id;
            """;

    assertThat(key(text, "g")).containsExactly("id");
    assertThat(view(text, "g").materialize()).isFalse();
  }

  @Test
  void anotherKeyThanTheQuerysIsPutInOrder() {
    String text =
        BRONZE
            + """
            CREATE MATERIALIZED VIEW g (PRIMARY KEY (op) NOT ENFORCED)
              AS SELECT id, MAX(op) AS op FROM bronze GROUP BY id;
            """;

    assertThat(key(text, "g")).containsExactly("op");
    assertThat(view(text, "g").materialize()).isTrue();
  }

  @Test
  void rowsThatAreOnlyAddedNeedNoKey() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            Resolving.SOURCE + "CREATE MATERIALIZED VIEW g AS SELECT id, n FROM s WHERE n > 0;");

    assertThat(pipeline.targets().get(0).isKeyed()).isFalse();
    assertThat(pipeline.targets().get(0).isMaterializedView()).isTrue();
    assertThat(pipeline.flows().get(0)).isInstanceOf(ResolvedFlow.Append.class);
  }

  @Test
  void aCurrentStateTableIsReadByItsRowsAndItsKey() {
    String text =
        CURRENT + "CREATE MATERIALIZED VIEW g AS SELECT id, n * 2 AS n FROM latest WHERE n > 0;";

    assertThat(key(text, "g")).containsExactly("id");
    assertThat(view(text, "g").notNull()).isTrue();
  }

  @Test
  void oneTableIsReadAsRowsAndAsChanges() {
    ResolvedPipeline pipeline =
        Resolving.pipeline(
            Resolving.SOURCE
                + CURRENT
                + """
                CREATE STREAMING TABLE audit AS SELECT * FROM STREAM(latest);
                CREATE MATERIALIZED VIEW g AS SELECT * FROM latest;
                CREATE TEMPORARY VIEW positive AS SELECT latest.id FROM latest WHERE n > 0;
                CREATE MATERIALIZED VIEW p AS SELECT COUNT(*) AS c, id FROM positive GROUP BY id;
                """);

    assertThat(columns(pipeline, "audit")).contains("_change_type");
    assertThat(columns(pipeline, "g")).containsExactly("id", "n", "ts");
    assertThat(pipeline.readTargets(TableName.of("latest"))).hasSize(2);
  }

  @Test
  void aNameOfATableReadBothWaysIsNotThatOfAQuery() {
    Resolving.assertReported(
        CURRENT
            + """
            CREATE STREAMING TABLE audit AS SELECT * FROM STREAM(latest);
            CREATE MATERIALIZED VIEW g AS
              WITH latest AS (SELECT id, n FROM ^latest) SELECT id, n FROM latest;
            """,
        "WITH gives the name latest");
  }

  @Test
  void aHistoryIsReadByItsRows() {
    String text =
        HISTORY
            + BRONZE
            + """
            CREATE MATERIALIZED VIEW g (PRIMARY KEY (id) NOT ENFORCED) AS
              SELECT /*+ STATE_TTL('b' = '30 d') */ b.id, h.`value`
              FROM bronze AS b LEFT JOIN history AS h
              ON b.id = h.id AND b.ts >= h.__START_AT.ts
                AND (h.__END_AT IS NULL OR b.ts < h.__END_AT.ts);
            """;

    assertThat(key(text, "g")).containsExactly("id");
    assertThat(view(text, "g").materialize()).isTrue();
    assertThat(Resolving.plan(Resolving.SOURCE + text, "g"))
        .containsPattern("\"ttl\"\\s*:\\s*\"30 d\",\\s*\"name\"\\s*:\\s*\"leftState\"")
        .containsPattern("\"ttl\"\\s*:\\s*\"0 ms\",\\s*\"name\"\\s*:\\s*\"rightState\"");
  }

  @Test
  void aViewReadsAView() {
    String text =
        BRONZE
            + "CREATE MATERIALIZED VIEW b AS SELECT n, COUNT(*) AS c FROM a GROUP BY n;\n"
            + "CREATE MATERIALIZED VIEW a AS SELECT id, SUM(n) AS n FROM bronze GROUP BY id;\n";

    assertThat(key(text, "b")).containsExactly("n");
    assertThat(Resolving.pipeline(Resolving.SOURCE + text).targets())
        .extracting(target -> target.name().toString())
        .containsExactly("bronze", "a", "b");
  }

  @Test
  void theFingerprintGoesByMeaningNotByLayout() {
    String one = fingerprint("SELECT id, SUM(n) AS n FROM bronze GROUP BY id");
    String same = fingerprint("SELECT id,\n  SUM(n) AS n -- sums\n FROM bronze GROUP BY id");
    String other = fingerprint("SELECT id, MAX(n) AS n FROM bronze GROUP BY id");

    assertThat(same).isEqualTo(one);
    assertThat(other).isNotEqualTo(one);
  }

  private static String fingerprint(String query) {
    return Resolving.pipeline(
            Resolving.SOURCE + BRONZE + "CREATE MATERIALIZED VIEW g AS " + query + ";")
        .target(TableName.of("g"))
        .orElseThrow()
        .viewQuery();
  }

  private static List<String> columns(ResolvedPipeline pipeline, String table) {
    return pipeline.target(TableName.of(table)).orElseThrow().rowType().getFieldNames();
  }

  @Test
  void aKeyIsAskedForWhereThereIsNone() {
    Resolving.assertReported(
        BRONZE + "CREATE MATERIALIZED VIEW ^g AS SELECT SUM(n) AS n FROM bronze GROUP BY id;",
        "Declare them: CREATE MATERIALIZED VIEW g (PRIMARY KEY (…) NOT ENFORCED)");
    Resolving.assertReported(
        BRONZE
            + "CREATE MATERIALIZED VIEW g (PRIMARY KEY (^idd) NOT ENFORCED)"
            + " AS SELECT id FROM bronze;",
        "view g has no column idd. Did you mean id?");
    Resolving.assertReported(
        "CREATE MATERIALIZED VIEW g (PRIMARY KEY (^m) NOT ENFORCED) AS SELECT m FROM s;",
        "which cannot identify rows");
  }

  @Test
  void aStreamOfAViewIsReported() {
    String view = BRONZE + "CREATE MATERIALIZED VIEW g AS SELECT id, op FROM bronze;\n";
    Resolving.assertReported(
        view + "CREATE STREAMING TABLE a AS SELECT id FROM STREAM(^g);",
        "g is a materialized view: its rows change");
    Resolving.assertReported(
        view + "CREATE STREAMING TABLE a AS SELECT id FROM ^g;", "so it has no stream");
    Resolving.assertReported(
        view + "CREATE MATERIALIZED VIEW a AS SELECT id FROM STREAM(^g);", "without STREAM");
    Resolving.assertReported(
        view
            + """
            CREATE STREAMING TABLE a;
            CREATE FLOW x AS AUTO CDC INTO a FROM STREAM(^g) KEYS (id) SEQUENCE BY op;
            """,
        "g is a materialized view");
  }

  @Test
  void whatAStreamingTableCannotKeepIsSentToAView() {
    Resolving.assertReported(
        BRONZE + "CREATE STREAMING TABLE g AS ^SELECT id, SUM(n) AS n FROM bronze GROUP BY id;",
        "CREATE MATERIALIZED VIEW");
    Resolving.assertReported(
        BRONZE
            + CURRENT
            + """
            CREATE STREAMING TABLE g AS
              ^SELECT b.id, c.n FROM STREAM(bronze) AS b JOIN latest AS c ON b.id = c.id;
            """,
        "CREATE MATERIALIZED VIEW");
    Resolving.assertReported(
        BRONZE
            + CURRENT
            + """
            CREATE STREAMING TABLE g AS SELECT b.id, c.n FROM STREAM(bronze) AS b
              JOIN ^latest FOR SYSTEM_TIME AS OF b.ts AS c ON b.id = c.id;
            """,
        "h.__END_AT");
    Resolving.assertReported(
        HISTORY + "CREATE STREAMING TABLE a AS SELECT id FROM ^history;",
        "history is a history (SCD TYPE 2)");
  }

  @Test
  void aViewIsFilledByItsQueryAlone() {
    String view = BRONZE + "CREATE MATERIALIZED VIEW g AS SELECT id FROM bronze;\n";
    Resolving.assertReported(
        view + "CREATE FLOW x AS INSERT INTO ^g SELECT id FROM STREAM(s);",
        "g is a materialized view: its query fills it");
    Resolving.assertReported(view + "CREATE MATERIALIZED VIEW ^g AS SELECT id FROM s;", "taken");
    Resolving.assertReported("CREATE MATERIALIZED VIEW ^g;", "has no query");
  }

  @Test
  void aChangingRowCannotBeSetAside() {
    Resolving.assertReported(
        BRONZE
            + """
            CREATE MATERIALIZED VIEW g
              (CONSTRAINT ^positive EXPECT (n > 0) ON VIOLATION QUARANTINE)
              AS SELECT id, SUM(n) AS n FROM bronze GROUP BY id;
            """,
        "Write ON VIOLATION DROP ROW");
  }

  @Test
  void aViewThatReadsItselfIsReported() {
    Resolving.assertReported(
        "CREATE MATERIALIZED VIEW ^g AS SELECT COUNT(*) AS c FROM g;", "The view g reads itself.");
  }
}
