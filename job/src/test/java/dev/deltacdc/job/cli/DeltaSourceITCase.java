/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.FeedTable;
import dev.deltacdc.delta.RawLog;
import dev.deltacdc.delta.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Delta tables that a pipeline reads. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DeltaSourceITCase {

  @TempDir Path temp;

  /** One source for two flows; the number of readers changes between runs. */
  @Test
  void changeEventsOfADeclaredTable() throws Exception {
    sql("CREATE TABLE landing.events (id INT, v STRING, op STRING, ts TIMESTAMP_LTZ(6))");
    sql(
        "INSERT INTO landing.events VALUES (1, 'a', 'U', TIMESTAMP '2026-01-01 00:00:00'),"
            + " (2, 'b', 'U', TIMESTAMP '2026-01-01 00:00:00'),"
            + " (CAST(NULL AS INT), 'lost', 'U', TIMESTAMP '2026-01-01 00:00:00')");
    pipeline(
        """
        CREATE TABLE events WITH ('connector' = 'delta', 'table-path' = 'lake/landing/events');
        CREATE STREAMING TABLE latest;
        CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(events) KEYS (id)
          APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
        CREATE STREAMING TABLE facts AS SELECT id, op FROM STREAM(events);
        CREATE MATERIALIZED VIEW counts AS SELECT op, COUNT(*) AS n FROM events GROUP BY op;
        """);

    assertThat(run("2").out()).containsPattern("source events +3 +0 +0\n");
    assertThat(query("SELECT id, v FROM latest ORDER BY id")).isEqualTo("id,v\n1,a\n2,b\n");
    assertThat(query("SELECT reason, source, CAST(`raw` AS STRING) AS content FROM p_quarantine"))
        .contains("events,", "\"\"v\"\":\"\"lost\"\"");

    sql(
        "INSERT INTO landing.events VALUES (2, '', 'D', TIMESTAMP '2026-01-02 00:00:00'),"
            + " (3, 'c', 'U', TIMESTAMP '2026-01-02 00:00:00')");
    assertThat(run("1").out()).containsPattern("source events +2 +0 +0\n");
    assertThat(query("SELECT id, v FROM latest ORDER BY id")).isEqualTo("id,v\n1,a\n3,c\n");
    assertThat(query("SELECT COUNT(*) AS n FROM facts")).isEqualTo("n\n5\n");
    assertThat(query("SELECT op, n FROM counts ORDER BY op")).isEqualTo("op,n\nD,1\nU,4\n");
  }

  @Test
  void rejectedEventsAreRepairedAndReplayedWithoutALoop() throws Exception {
    Path feed = Files.createDirectory(temp.resolve("feed"));
    Files.writeString(
        feed.resolve("0.json"),
        """
        {"id": 1, "price": "10"}
        {"id": 2, "price": "20 EUR"}
        {"id": 3, "price": "none"}
        """);
    pipeline(
        """
        CREATE TABLE feed (id INT, price STRING)
          WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
        CREATE STREAMING TABLE prices (id INT, price INT,
          CONSTRAINT number EXPECT (price IS NOT NULL) ON VIOLATION QUARANTINE);
        CREATE FLOW read AS INSERT INTO prices
          SELECT id, TRY_CAST(price AS INT) AS price FROM STREAM(feed);
        CREATE FLOW repair AS INSERT INTO prices
          SELECT CAST(JSON_VALUE(CAST(`raw` AS STRING), '$.id') AS INT) AS id,
            TRY_CAST(REPLACE(JSON_VALUE(CAST(`raw` AS STRING), '$.price'), ' EUR', '') AS INT) AS price
          FROM STREAM(p_quarantine) WHERE `source` = 'feed';
        """);

    run("1");
    run("1");
    Cli third = run("1");

    assertThat(query("SELECT id, price FROM prices ORDER BY id"))
        .isEqualTo("id,price\n1,10\n2,20\n");
    assertThat(query("SELECT flow, source FROM p_quarantine ORDER BY flow, source"))
        .isEqualTo("flow,source\nread,feed\nread,feed\nrepair,p_quarantine\n");
    assertThat(third.out()).containsPattern("flow repair into prices +0 +0 +0\n");
  }

  /** An overwrite deletes a row and adds it again, in one version. */
  @Test
  void theChangeFeedOfATableIsAFeedOfChangeEvents(@TempDir Path raw) throws Exception {
    FeedTable feed = new FeedTable(raw);
    DataFile first = feed.insert(TestTable.ids(0, 4));
    pipeline(
        """
        CREATE TABLE changes
          WITH ('connector' = 'delta', 'table-path' = '%s', 'read-change-feed' = 'true');
        CREATE TEMPORARY VIEW events AS
          SELECT *, CASE _change_type WHEN 'delete' THEN 0 ELSE 1 END AS part
          FROM STREAM(changes) WHERE _change_type <> 'update_preimage';
        CREATE STREAMING TABLE mirror;
        CREATE FLOW mirrored AS AUTO CDC INTO mirror FROM STREAM(events) KEYS (id)
          APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _commit_version
          COLUMNS * EXCEPT (_change_type, _commit_version, _commit_timestamp, part);
        CREATE STREAMING TABLE history;
        CREATE FLOW kept AS AUTO CDC INTO history FROM STREAM(events) KEYS (id)
          APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY STRUCT(_commit_version, part)
          COLUMNS * EXCEPT (_change_type, _commit_version, _commit_timestamp, part)
          STORED AS SCD TYPE 2;
        """
            .formatted(feed.path));

    assertThat(run("2").out()).containsPattern("source changes +4 +0 +0\n");
    assertThat(query("SELECT id, name FROM mirror ORDER BY id"))
        .isEqualTo("id,name\n0,n0\n1,n1\n2,n2\n3,n3\n");

    DataFile updated = feed.update(first, 0, 4, "*");
    DeletionVector three = feed.vector(updated, 3);
    feed.replace(updated, null, three);
    DataFile overwritten = feed.write(List.of(TestTable.row(1, "x"), TestTable.row(2, "n2*")));
    feed.commit("WRITE", RawLog.remove(updated, three), RawLog.add(overwritten, null));
    run("1");
    assertThat(query("SELECT id, name FROM mirror ORDER BY id")).isEqualTo("id,name\n1,x\n2,n2*\n");
    assertThat(
            query(
                "SELECT id, name, h.__START_AT._commit_version AS s, h.__END_AT._commit_version AS e"
                    + " FROM history AS h ORDER BY id, s"))
        .isEqualTo(
            """
            id,name,s,e
            0,n0,2,3
            0,n0*,3,5
            1,n1,2,3
            1,n1*,3,5
            1,x,5,
            2,n2,2,3
            2,n2*,3,5
            2,n2*,5,
            3,n3,2,3
            3,n3*,3,4
            """);
  }

  @Test
  void aTableWithoutAChangeFeedIsAnErrorOfTheFile() throws Exception {
    sql("CREATE TABLE plain (id INT)");
    pipeline(
        """
        CREATE TABLE changes
          WITH ('connector' = 'delta', 'table-path' = 'lake/plain', 'read-change-feed' = 'true');
        CREATE STREAMING TABLE t AS SELECT * FROM STREAM(changes);
        """);

    assertThat(validate().err())
        .contains("has no change feed at version 0", "'delta.enableChangeDataFeed' = 'true'");
  }

  @Test
  void namesAndColumnsAreLookedUpInTheLake() throws Exception {
    sql("CREATE TABLE there (id INT)");
    pipeline("CREATE STREAMING TABLE t AS SELECT name FROM STREAM(there);");
    Cli wrong = validate();
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("[read-from-lake]", "1:36: There is no column 'name' here.");

    pipeline("CREATE STREAMING TABLE t AS SELECT * FROM STREAM(nowhere);");
    Cli unknown = validate();
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("nowhere").contains("(--lake) needs no statement");

    pipeline(
        """
        CREATE TABLE there (id BIGINT) WITH ('connector' = 'delta', 'table-path' = 'lake/there');
        CREATE STREAMING TABLE t AS SELECT * FROM STREAM(there);
        """);
    assertThat(validate().code()).as("nothing is looked up").isZero();
    assertThat(runPipeline("1").err())
        .contains("source 'there': it is declared with other columns", "id is INT, not BIGINT");
  }

  private Cli validate() {
    return Cli.run(
        "validate", temp.resolve("p.sql").toString(), "--lake", temp.resolve("lake").toString());
  }

  private void pipeline(String sql) throws IOException {
    Files.writeString(temp.resolve("p.sql"), sql);
  }

  private void sql(String statement) {
    Cli done = Cli.run("sql", statement, "--lake", temp.resolve("lake").toString());
    assertThat(done.code()).as(done.err()).isZero();
  }

  private String query(String query) {
    Cli done =
        Cli.run("query", query, "--lake", temp.resolve("lake").toString(), "--format", "csv");
    assertThat(done.code()).as(done.err()).isZero();
    return done.out();
  }

  private Cli run(String parallelism) {
    Cli run = runPipeline(parallelism);
    assertThat(run.code()).as(run.out() + run.err()).isZero();
    return run;
  }

  private Cli runPipeline(String parallelism) {
    return Cli.run(
        "run",
        temp.resolve("p.sql").toString(),
        "--lake",
        temp.resolve("lake").toString(),
        "--mode",
        "triggered",
        "--parallelism",
        parallelism);
  }
}
