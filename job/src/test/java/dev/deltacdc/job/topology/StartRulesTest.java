/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.TableRule;
import dev.deltacdc.job.run.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table that another definition has made is refused by the name of the rule that it breaks. */
class StartRulesTest {

  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, name STRING, n BIGINT, ts TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(feed)
        KEYS (id) SEQUENCE BY ts COLUMNS id, name, n;
      """;

  @TempDir private Path temp;

  @BeforeEach
  void feed() throws IOException {
    Files.createDirectories(temp.resolve("feed"));
  }

  @ParameterizedTest
  @CsvSource({
    "CHANGED_COLUMNS, name STRING, name INT",
    "CHANGED_PARTITIONS, TABLE t, TABLE t PARTITIONED BY (name)",
    "CHANGED_KEYS, KEYS (id), KEYS (name)",
    "CHANGED_SEQUENCE, BY ts, BY id",
    "CHANGED_TRACKED, STORED AS SCD TYPE 2, STORED AS SCD TYPE 2 TRACK HISTORY ON name",
    "CHANGED_IGNORE_NULLS, IGNORE NULL UPDATES ON name, ''"
  })
  void aTableOfAnotherDefinition(TableRule rule, String was, String now) throws IOException {
    String clause = PIPELINE.contains(was) ? "" : " " + was;
    String pipeline = PIPELINE.replace(", n;", ", n" + clause + ";");
    create(pipeline, true);

    assertRefused(pipeline.replace(was, now), rule);
  }

  @Test
  void aTableWithoutDeletionVectors() throws IOException {
    create(PIPELINE, false);

    assertRefused(PIPELINE, TableRule.NO_DELETION_VECTORS);
  }

  @Test
  void aFolderWithOtherFiles() throws IOException {
    Path table = Files.createDirectories(temp.resolve("lake/t"));
    Files.writeString(table.resolve("notes.txt"), "not a table");

    assertRefused(PIPELINE, TableRule.NOT_A_TABLE);
  }

  private void create(String sql, boolean deletionVectors) throws IOException {
    Path file = Files.writeString(temp.resolve("first.sql"), sql);
    Lake lake = Lake.at(temp.resolve("lake").toString());
    PipelineLoader.Loaded loaded = PipelineLoader.load(file, Map.of());
    for (OutputTable output : OutputTable.all(loaded.pipeline().orElseThrow(), lake)) {
      lake.store(output.name()).createOrCheck(output.table(), deletionVectors);
    }
  }

  private void assertRefused(String sql, TableRule rule) {
    assertThatThrownBy(() -> PlannedJob.uids(temp, sql, StartPoint.NO_STATE))
        .isInstanceOfSatisfying(
            PipelineException.class,
            e ->
                assertThat(e.problems())
                    .singleElement()
                    .asString()
                    .startsWith("Table t: ")
                    .endsWith(" [" + rule.id() + "]"));
  }
}
