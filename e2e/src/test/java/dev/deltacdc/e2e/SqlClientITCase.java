/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Flink's own SQL client with the connector's jar, on a cluster of processes. */
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqlClientITCase {

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path temp;

  @Test
  void aTableIsMadeFilledAndAsked() throws Exception {
    Path script =
        Files.writeString(
            temp.resolve("script.sql"),
            """
            SET 'execution.runtime-mode' = 'batch';
            SET 'sql-client.execution.result-mode' = 'tableau';
            SET 'table.dml-sync' = 'true';
            CREATE TABLE names (id INT, name STRING) PARTITIONED BY (name)
              WITH ('connector' = 'delta', 'table-path' = '%s');
            INSERT INTO names VALUES (1, 'Ana'), (2, 'Rui'), (3, 'Ana');
            SELECT name, COUNT(*) AS n FROM names GROUP BY name ORDER BY name;
            """
                .formatted(temp.resolve("lake/names")));

    String printed;
    try (FlinkCluster flink = FlinkCluster.plain(temp.resolve("flink"))) {
      printed = flink.runSql(BuiltJar.ofConnector(), script);
    }

    assertThat(printed.lines().map(String::strip).filter(line -> line.startsWith("|")))
        .as(printed)
        .containsExactly("| name | n |", "|  Ana | 2 |", "|  Rui | 1 |");
    assertThat(new Tables(temp.resolve("lake")).rows("names", "id"))
        .isEqualTo(List.of("1", "2", "3"));
  }
}
