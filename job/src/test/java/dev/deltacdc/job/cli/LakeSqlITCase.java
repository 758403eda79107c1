/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TableStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LakeSqlITCase {

  @TempDir Path temp;

  @Test
  void statementsOfAFileMakeFillAndAskTables() throws Exception {
    Path file =
        Files.writeString(
            temp.resolve("tables.sql"),
            """
            -- names of three parts; a semicolon; in a comment
            CREATE TABLE shop.landing.sales (id INT, sold DATE, note STRING COMMENT 'as it came')
              COMMENT 'Sales' PARTITIONED BY (sold)
              WITH ('delta.logRetentionDuration' = 'interval 7 days');
            INSERT INTO shop.landing.sales VALUES (1, DATE '2026-01-01', 'a;b'), (2, DATE '2026-01-02', 'é');
            CREATE TABLE IF NOT EXISTS shop.landing.sales (id INT);
            CREATE TEMPORARY VIEW first AS SELECT * FROM shop.landing.sales WHERE id = 1;
            CREATE TABLE kept (id INT, note STRING);
            INSERT INTO kept SELECT id, note FROM first
            """);

    Cli made = lake("sql", "--file", file.toString());

    assertThat(made.code()).as(made.err()).isZero();
    assertThat(made.lines()).containsExactly("6 statements done.");
    assertThat(lake("query", "SELECT * FROM kept", "--format", "json").lines())
        .containsExactly("{\"id\":1,\"note\":\"a;b\"}");
    assertThat(
            lake(
                    "query",
                    "SELECT sold, COUNT(*) AS n FROM shop.landing.sales GROUP BY sold ORDER BY"
                        + " sold",
                    "--format",
                    "csv")
                .lines())
        .containsExactly("sold,n", "2026-01-01,1", "2026-01-02,1");
    var table =
        TableStore.open(temp.resolve("lake/shop/landing/sales").toString(), Map.of()).latest();
    assertThat(table.layout().partitionColumns()).containsExactly("sold");
    assertThat(table.properties()).containsEntry("delta.logRetentionDuration", "interval 7 days");
  }

  @Test
  void useNamesFoldersOfTheLake() {
    Cli made =
        lake(
            "sql",
            """
            USE CATALOG shop;
            CREATE TABLE landing.sales (id INT);
            USE `my shop`.landing;
            CREATE TABLE sales (id INT);
            USE landing;
            CREATE TABLE sales2 (id INT)
            """);

    assertThat(made.code()).as(made.err()).isZero();
    for (String folder :
        List.of("shop/landing/sales", "my shop/landing/sales", "my shop/landing/sales2")) {
      assertThat(temp.resolve("lake").resolve(folder).resolve("_delta_log")).isDirectory();
    }
  }

  @Test
  void aTableOfResultsIsCutAndCounted() {
    lake("sql", "CREATE TABLE t (id INT); INSERT INTO t VALUES (1), (2), (3)");

    assertThat(lake("query", "SELECT * FROM t", "--limit", "2").out()).contains("2 of 3 rows");
    assertThat(lake("query", "SELECT * FROM t", "--limit", "2", "--format", "csv").lines())
        .hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT nam FROM t                        | query:1:8: Column 'nam' not found
          SELECT * FROM tt                         | There is no table tt in the lake. Did you mean t?
          DELETE FROM t                            | query:1:1: This is no query.
          SELECT 1; SELECT 2                       | Give one query; there are 2 statements.
          """)
  void aWrongQueryIsToldWithItsPlace(String query, String message) {
    lake("sql", "CREATE TABLE t (id INT)");

    Cli refused = lake("query", query);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UPDATE t SET id = 2                      | sql:1:1: UPDATE: rows are only added here
          DELETE FROM t                            | sql:1:1: DELETE: rows are only added here
          DROP TABLE t                             | sql:1:1: DROP: a table is dropped by removing its folder
          SELECT * FROM t                          | the command query prints rows
          CREATE TABLE t (id INT)                  | Write CREATE TABLE IF NOT EXISTS
          CREATE TABLE u (id INT) WITH ('x' = '1') | 'x' is no property of a Delta table
          INSERT INTO tt VALUES (1)                | There is no table tt in the lake
          INSERT INTO t VALUES ('a', 2)            | sql:1:
          """)
  void aWrongStatementIsToldWithItsPlace(String statement, String message) {
    lake("sql", "CREATE TABLE t (id INT)");

    Cli refused = lake("sql", statement);

    assertThat(refused.code()).as(refused.out()).isEqualTo(2);
    assertThat(refused.err()).contains(message);
  }

  private Cli lake(String command, String... rest) {
    String[] all = new String[rest.length + 3];
    all[0] = command;
    System.arraycopy(rest, 0, all, 1, rest.length);
    all[rest.length + 1] = "--lake";
    all[rest.length + 2] = temp.resolve("lake").toString();
    return Cli.run(all);
  }
}
