/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SQL connector, in a Flink of its own, reads tables as Spark has written and kept them. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectorReadsSparksTablesITCase {

  private static final Path CONNECTOR = Path.of("..", "connector", "target");

  @TempDir Path temp;

  private final SparkSession spark = LocalSpark.session();

  @Test
  void vectorsPartitionsMappedColumnsAndOptimizedFiles() throws Exception {
    String table = "delta.`" + temp.resolve("t") + "`";
    spark.sql(
        "CREATE TABLE "
            + table
            + " (id INT, old STRING, part DATE, ts TIMESTAMP, tags ARRAY<STRING>) USING delta"
            + " PARTITIONED BY (part) TBLPROPERTIES ('delta.enableDeletionVectors' = 'true',"
            + " 'delta.columnMapping.mode' = 'name')");
    for (int batch = 0; batch < 3; batch++) {
      spark.sql(
          "INSERT INTO %s SELECT CAST(id AS INT), concat('n', id), date_add(DATE'2026-01-01', CAST(id %% 3 AS INT)), timestamp_micros(1767225600000123 + id), array(concat('t', id), NULL) FROM range(%d, %d)"
              .formatted(table, batch * 100, batch * 100 + 100));
    }
    spark.sql("ALTER TABLE " + table + " RENAME COLUMN old TO `a name`");
    spark.sql("DELETE FROM " + table + " WHERE id % 7 = 0");
    spark.sql("UPDATE " + table + " SET `a name` = 'updated' WHERE id % 11 = 0");
    spark.sql("OPTIMIZE " + table + " WHERE part = DATE'2026-01-01'");
    spark.sql("DELETE FROM " + table + " WHERE id = 12");

    String declaration =
        "CREATE TABLE t (id INT, `a name` STRING, part DATE, ts TIMESTAMP_LTZ(6), tags"
            + " ARRAY<STRING>) PARTITIONED BY (part) WITH ('connector' = 'delta', 'table-path' = '"
            + temp.resolve("t")
            + "')";
    String columns = "id, `a name`, CAST(part AS STRING), %s, tags[1], tags[2]";
    String micros = "CAST(ts AS STRING)";

    assertThat(connector(declaration, "SELECT " + columns.formatted(micros) + " FROM t"))
        .containsExactlyInAnyOrderElementsOf(spark(table, "true"));
    assertThat(
            connector(
                declaration,
                "SELECT "
                    + columns.formatted(micros)
                    + " FROM t WHERE part = DATE '2026-01-02' AND id BETWEEN 50 AND 120"))
        .containsExactlyInAnyOrderElementsOf(
            spark(table, "part = DATE'2026-01-02' AND id BETWEEN 50 AND 120"));
  }

  /** Changes of all kinds, with and without files of changes; times of both kinds. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void changeFeeds(boolean vectors) throws Exception {
    Path path = temp.resolve("t");
    for (String statement :
        List.of(
            "CREATE TABLE %s (id INT, old STRING, part DATE) USING delta PARTITIONED BY (part) TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.columnMapping.mode' = 'name', 'delta.enableDeletionVectors' = '"
                + vectors
                + "', 'delta.enableInCommitTimestamps' = '"
                + vectors
                + "')",
            "ALTER TABLE %s RENAME COLUMN old TO name",
            "INSERT INTO %s SELECT CAST(id AS INT), concat('n', id), date_add(DATE'2026-01-01', CAST(id % 3 AS INT)) FROM range(90)",
            "UPDATE %s SET name = 'updated' WHERE id % 10 = 0",
            "DELETE FROM %s WHERE id % 7 = 0",
            "DELETE FROM %s WHERE id % 11 = 0",
            "MERGE INTO %s AS t USING (SELECT CAST(id * 5 AS INT) AS id FROM range(30)) AS s ON t.id = s.id WHEN MATCHED AND t.id % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET name = 'merged' WHEN NOT MATCHED THEN INSERT (id, name, part) VALUES (s.id, 'new', DATE'2026-01-02')",
            "MERGE INTO %s AS t USING (SELECT 3 AS id) AS s ON t.id = s.id WHEN MATCHED AND t.name = 'nothing' THEN DELETE",
            "OPTIMIZE %s",
            "DELETE FROM %s WHERE part = DATE'2026-01-03'",
            "INSERT OVERWRITE %s SELECT id, name, part FROM %s WHERE id < 60",
            "RESTORE TABLE %s TO VERSION AS OF 5")) {
      spark.sql(statement.replace("%s", "delta.`" + path + "`"));
    }
    List<Row> changes =
        spark
            .read()
            .format("delta")
            .option("readChangeFeed", "true")
            .option("startingVersion", 2)
            .load(path.toString())
            .selectExpr(
                "id",
                "name",
                "CAST(part AS STRING)",
                "_change_type",
                "_commit_version",
                "date_format(_commit_timestamp, 'yyyy-MM-dd HH:mm:ss.SSSSSS')")
            .collectAsList();

    assertThat(
            connector(
                "CREATE TABLE t (id INT, name STRING, part DATE, _change_type STRING, _commit_version BIGINT, _commit_timestamp TIMESTAMP_LTZ(6)) WITH ('connector' = 'delta', 'read-change-feed' = 'true', 'startingVersion' = '2', 'table-path' = '"
                    + path
                    + "')",
                "SELECT id, name, CAST(part AS STRING), _change_type, _commit_version, CAST(_commit_timestamp AS STRING) FROM t"))
        .hasSizeGreaterThan(300)
        .containsExactlyInAnyOrderElementsOf(lines(changes));
  }

  private List<String> spark(String table, String where) {
    List<Row> rows =
        spark
            .sql(
                "SELECT id, `a name`, CAST(part AS STRING), date_format(ts, 'yyyy-MM-dd HH:mm:ss.SSSSSS'), tags[0], tags[1] FROM %s WHERE %s"
                    .formatted(table, where))
            .collectAsList();
    return lines(rows);
  }

  private static List<String> lines(List<Row> rows) {
    return rows.stream().map(row -> "row +I[" + row.mkString(", ") + "]").toList();
  }

  /** The rows that SQL statements give in a Flink that has the connector's jar and no more. */
  private static List<String> connector(String... statements) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Duser.timezone=UTC"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-cp",
            String.join(
                File.pathSeparator,
                CONNECTOR.resolve("flink-lib") + "/*",
                jar().toString(),
                CONNECTOR.resolve("test-classes").toString()),
            "dev.deltacdc.connector.SqlStatements"));
    command.addAll(List.of(statements));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().filter(line -> line.startsWith("row +I")).toList();
  }

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(CONNECTOR)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("flink-sql-connector-delta-"))
          .findFirst()
          .orElseThrow();
    }
  }
}
