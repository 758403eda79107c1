/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.FeedTable;
import dev.deltacdc.delta.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Delta tables in plain Flink SQL. */
@Timeout(180)
class DeltaConnectorITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir Path directory;

  private final TableEnvironment batch = TableEnvironment.create(EnvironmentSettings.inBatchMode());
  private final TableEnvironment streaming =
      TableEnvironment.create(EnvironmentSettings.inStreamingMode());

  private void declare(TableEnvironment sql, String table, String columns, String... options) {
    sql.executeSql(
        "CREATE TABLE `%s` (%s WITH ('connector' = 'delta', 'table-path' = '%s'%s)"
            .formatted(
                table,
                columns.contains("PARTITIONED") ? columns : columns + ")",
                directory.resolve(table),
                List.of(options).stream().map(", "::concat).collect(Collectors.joining())));
  }

  private static List<String> rows(TableEnvironment sql, String query) {
    List<String> rows = new ArrayList<>();
    sql.executeSql(query).collect().forEachRemaining(row -> rows.add(row.toString()));
    return rows.stream().sorted().toList();
  }

  @Test
  void aBatchInsertMakesTheTableAndASecondAddsToIt() throws Exception {
    String columns =
        "id INT, sold DATE, amount DECIMAL(10, 2), ts TIMESTAMP_LTZ(6)) PARTITIONED BY (sold)";
    declare(batch, "sales", columns);

    batch
        .executeSql(
            "INSERT INTO sales VALUES (1, DATE '2026-01-01', 1.50, TO_TIMESTAMP_LTZ(0, 3)),"
                + " (2, DATE '2026-01-02', 2.50, TO_TIMESTAMP_LTZ(1, 3))")
        .await();
    batch
        .executeSql(
            "INSERT INTO sales PARTITION (sold = '2026-01-02') SELECT 3, 7, CAST(NULL AS TIMESTAMP_LTZ(6))")
        .await();

    assertThat(rows(batch, "SELECT sold, SUM(amount), COUNT(*) FROM sales GROUP BY sold"))
        .containsExactly("+I[2026-01-01, 1.50, 1]", "+I[2026-01-02, 9.50, 2]");
    assertThat(rows(batch, "SELECT id FROM sales WHERE sold = DATE '2026-01-02' AND id > 2"))
        .containsExactly("+I[3]");
    assertThat(
            rows(batch, "SELECT id FROM sales /*+ OPTIONS('versionAsOf' = '1') */ WHERE id < 100"))
        .containsExactly("+I[1]", "+I[2]");
  }

  @Test
  void conditionsOnPartitionsAreDoneAndOthersOnlyLeaveOutFiles() throws Exception {
    declare(batch, "parts", "id INT, part STRING) PARTITIONED BY (part)");
    batch.executeSql("INSERT INTO parts VALUES (1, 'a'), (2, 'b'), (30, 'a')").await();

    String plan = batch.explainSql("SELECT id FROM parts WHERE part IN ('a', 'c') AND id >= 30");

    assertThat(plan).contains("filter=[and(", "project=[id]");
    assertThat(plan.substring(plan.indexOf("Optimized Execution Plan")))
        .contains("where=[(id >= 30)]")
        .doesNotContain("where=[(part");
    assertThat(rows(batch, "SELECT id FROM parts WHERE part IN ('a', 'c') AND id >= 30"))
        .containsExactly("+I[30]");
    assertThat(rows(batch, "SELECT id FROM parts WHERE part <> 'a' OR part IS NULL"))
        .containsExactly("+I[2]");
  }

  /** None of these values is one that a FLOAT or DOUBLE has exactly. */
  @Test
  void numbersThatAreRoundedFindTheirFiles() throws Exception {
    declare(batch, "rounded", "w DOUBLE, x FLOAT, y DOUBLE) PARTITIONED BY (w)");
    batch.executeSql("INSERT INTO rounded VALUES (0.1, CAST(1.1 AS FLOAT), 2.3)").await();

    assertThat(
            rows(
                batch,
                "SELECT y FROM rounded WHERE w = 0.1 AND x = CAST('1.1' AS FLOAT) AND y = 2.3"))
        .containsExactly("+I[2.3]");
    assertThat(
            rows(
                batch,
                "SELECT y FROM rounded WHERE w IN (0.1, 0.7) AND x <= CAST('1.1' AS FLOAT)"
                    + " AND y BETWEEN 2.3 AND 2.3"))
        .containsExactly("+I[2.3]");
  }

  @Test
  void aPrimaryKeyKeepsOneRowPerKey() throws Exception {
    declare(streaming, "totals", "part STRING, total BIGINT, PRIMARY KEY (part) NOT ENFORCED");

    streaming
        .executeSql(
            "INSERT INTO totals SELECT part, SUM(amount) FROM (VALUES ('a', CAST(1 AS BIGINT)),"
                + " ('b', 2), ('a', 5)) AS t (part, amount) GROUP BY part")
        .await();

    assertThat(rows(streaming, "SELECT * FROM totals")).containsExactly("+I[a, 6]", "+I[b, 2]");
    declare(batch, "totals", "part STRING, total BIGINT, PRIMARY KEY (part) NOT ENFORCED");
    assertThatThrownBy(() -> batch.executeSql("INSERT INTO totals VALUES ('a', 1)"))
        .hasStackTraceContaining("'execution.runtime-mode' = 'STREAMING'");
  }

  @Test
  void aStreamGoesOnWithNewRowsAndSaysWhereTheyAre() throws Exception {
    TestTable table = TestTable.upsert(directory.resolve("feed"));
    table.append(TestTable.ids(0, 3));
    declare(
        streaming,
        "feed",
        "id INT, row_index BIGINT METADATA VIRTUAL, v BIGINT METADATA FROM 'commit_version' VIRTUAL",
        "'mode' = 'streaming'",
        "'updateCheckIntervalMillis' = '50'");

    TableResult result = streaming.executeSql("SELECT id, row_index, v FROM feed");
    try (CloseableIterator<Row> rows = result.collect()) {
      assertThat(next(rows, 3))
          .containsExactlyInAnyOrder("+I[0, 0, 1]", "+I[1, 1, 1]", "+I[2, 2, 1]");
      table.append(TestTable.ids(3, 5));
      assertThat(next(rows, 2)).containsExactlyInAnyOrder("+I[3, 0, 2]", "+I[4, 1, 2]");
    }
  }

  @Test
  void theChangeFeedIsReadAsAStreamAndAsABatch() throws Exception {
    FeedTable feed = new FeedTable(directory);
    DataFile file = feed.insert(TestTable.ids(0, 2));
    String columns = "id INT, name STRING, _commit_version BIGINT, _change_type STRING";
    declare(
        streaming,
        "table",
        columns,
        "'mode' = 'streaming'",
        "'read-change-feed' = 'true'",
        "'updateCheckIntervalMillis' = '50'");
    declare(batch, "table", columns, "'read-change-feed' = 'true'");

    try (CloseableIterator<Row> rows =
        streaming.executeSql("SELECT _change_type, id, name FROM `table`").collect()) {
      assertThat(next(rows, 2)).containsExactlyInAnyOrder("+I[insert, 0, n0]", "+I[insert, 1, n1]");
      feed.replace(file, null, feed.vector(file, 1));
      assertThat(next(rows, 1)).containsExactly("+I[delete, 1, n1]");
    }
    assertThat(
            rows(
                batch,
                "SELECT * FROM `table` /*+ OPTIONS('startingVersion' = '2') */ WHERE id = 1"))
        .containsExactly("+I[1, n1, 2, insert]", "+I[1, n1, 3, delete]");
    assertThat(failure("SELECT * FROM `table`"))
        .contains("'read-change-feed' needs a version or time to start at");
    assertThat(failure("SELECT * FROM `table` /*+ OPTIONS('versionAsOf' = '2') */"))
        .contains("'versionAsOf' does not go with 'read-change-feed' = 'true'");
  }

  private static List<String> next(CloseableIterator<Row> rows, int count) {
    List<String> next = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      next.add(rows.next().toString());
    }
    return next;
  }

  @Test
  void whatDoesNotFitIsSaidBeforeTheJobStarts() {
    TestTable.upsert(directory.resolve("t"));
    Map<String, String> errors =
        Map.of(
            "id BIGINT, name STRING", "column id is INT, not BIGINT",
            "id INT, nam STRING", "column nam is not there; there are id, name");
    errors.forEach(
        (columns, error) -> {
          declare(batch, "t", columns);
          assertThat(failure("SELECT * FROM t")).contains(error);
          batch.executeSql("DROP TABLE t");
        });
    declare(batch, "t", "id INT");
    assertThat(failure("SELECT * FROM t /*+ OPTIONS('startingVersion' = '1') */"))
        .contains("'startingVersion' is for 'mode' = 'streaming'");
    assertThat(
            failure(
                "SELECT * FROM t /*+ OPTIONS('mode' = 'streaming', 'startingVersion' = 'x') */"))
        .contains("neither a version nor 'latest'");
    assertThat(failure("SELECT * FROM t /*+ OPTIONS('versionAsOf' = '-1') */"))
        .contains("the first version of a table is 0");
    assertThat(failure("SELECT * FROM t /*+ OPTIONS('timestampAsOf' = 'yesterday') */"))
        .contains("which is no time");
    assertThat(failure("SELECT * FROM t /*+ OPTIONS('ignoreChanges' = 'true') */"))
        .contains("ignoreChanges", "Supported options");
  }

  private String failure(String query) {
    try {
      rows(batch, query);
      throw new AssertionError("no error: " + query);
    } catch (RuntimeException e) {
      return ExceptionUtils.stringifyException(e);
    }
  }
}
