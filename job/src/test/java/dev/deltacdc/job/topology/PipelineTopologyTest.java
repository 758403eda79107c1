/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineTopologyTest {

  private static final String ONE =
      """
      CREATE TABLE feed (id INT, valor STRING, op STRING, ts TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE TEMPORARY VIEW changes
        (CONSTRAINT known_op EXPECT (op IN ('I', 'D')) ON VIOLATION QUARANTINE)
        AS SELECT id, valor, op, ts FROM STREAM(feed);
      CREATE STREAMING TABLE current_rows;
      CREATE FLOW apply AS AUTO CDC INTO current_rows FROM STREAM(changes)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      CREATE SNAPSHOT TABLE days SNAPSHOT OF current_rows EVERY DAY EVENT TIME ts
        START DATE '2026-01-01';
      """;

  private static final String ANOTHER_BEFORE =
      """
      CREATE TABLE other (id INT, n INT)
        WITH ('connector' = 'filesystem', 'path' = 'other', 'format' = 'json');
      CREATE STREAMING TABLE others AS SELECT id, n + 1 AS n FROM STREAM(other) WHERE n > 0;
      """;

  @TempDir Path temp;

  @BeforeEach
  void feeds() throws IOException {
    for (String feed : new String[] {"feed", "other"}) {
      Path folder = Files.createDirectories(temp.resolve(feed));
      Files.writeString(folder.resolve("a.json"), "{\"id\":1,\"n\":1}\n");
    }
  }

  @Test
  void everyOperatorHasAnExplicitUid() throws IOException {
    assertThat(uids(ONE))
        .contains(
            "source/feed/read",
            "view/changes/expectations",
            "flow/apply/events",
            "table/current_rows/order",
            "table/current_rows/sink/writer",
            "table/days/sink/committer",
            "quarantine/sink/writer")
        .anyMatch(uid -> uid.matches("view/changes/[0-9a-f]{8}/0"))
        .anyMatch(uid -> uid.matches("flow/apply/[0-9a-f]{8}/0"));
  }

  @Test
  void anAddedFlowLeavesTheUidsOfTheOthersUnchanged() throws IOException {
    Set<String> alone = uids(ONE);
    Set<String> both = uids(ANOTHER_BEFORE + ONE);

    assertThat(both).containsAll(alone).hasSizeGreaterThan(alone.size());
  }

  @Test
  void aSourceThatNoFlowReadsIsNotRead() throws IOException {
    String unused =
        """
        CREATE TABLE unused (id INT)
          WITH ('connector' = 'filesystem', 'path' = 'missing', 'format' = 'json');
        """;

    assertThat(uids(unused + ONE)).isEqualTo(uids(ONE));
  }

  @Test
  void tellsAllProblemsBeforeAnythingIsWritten() throws IOException {
    Path lake = temp.resolve("lake");
    Files.createDirectories(lake.resolve("current_rows"));
    Files.writeString(lake.resolve("current_rows/notes.txt"), "not a table");
    String missing = ONE.replace("'path' = 'feed'", "'path' = 'nowhere'");

    assertThatThrownBy(() -> uids(ANOTHER_BEFORE + missing))
        .isInstanceOfSatisfying(
            PipelineException.class,
            e -> {
              assertThat(e.problems()).hasSize(2);
              assertThat(e.problems().get(0)).contains("feed").contains("nowhere");
              assertThat(e.problems().get(1)).contains("current_rows");
            });
    assertThat(lake.resolve("others")).doesNotExist();
  }

  private Set<String> uids(String sql) throws IOException {
    return PlannedJob.uids(temp, sql, StartPoint.NO_STATE);
  }
}
