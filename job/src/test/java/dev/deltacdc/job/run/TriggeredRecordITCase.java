/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.deltacdc.job.record.RecordedCommit;
import dev.deltacdc.job.record.RunFolders;
import dev.deltacdc.job.record.RunRecord;
import dev.deltacdc.job.testdata.TestdataFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code testdata/tickets/pipeline.sql}, with files in the place of its bronze table. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TriggeredRecordITCase {

  private static final String BRONZE =
      """
      CREATE TABLE bronze_tickets (ticket_id INT, pharmacy_id INT, amount DOUBLE)
        WITH ('connector' = 'filesystem', 'path' = 'bronze', 'format' = 'csv');
      """;

  @TempDir Path temp;

  @Test
  void theSecondRunReadsTheNewRowAlone() throws Exception {
    Runs runs = new Runs(temp);
    runs.pipeline(BRONZE + Files.readString(TestdataFolder.of("tickets").resolve("pipeline.sql")));
    runs.file("bronze/1.csv", "1,109,100.0", "2,197,50.0", "3,109,75.0", "4,197,-10.0");
    runs.run(2);
    assertThat(runs.rows("gold_sales")).containsExactlyInAnyOrder(sales(109, 175), sales(197, 50));
    RunRecord first = newest();
    assertThat(first.recordsRead("bronze_tickets")).isEqualTo(4);
    assertThat(first.counts("flow", "silver_tickets"))
        .containsEntry("read", 4L)
        .containsEntry("dropped", 1L)
        .containsEntry("failed/positive_amount", 1L);

    runs.file("bronze/2.csv", "5,109,200.0");
    runs.run(2);
    assertThat(runs.rows("gold_sales")).containsExactlyInAnyOrder(sales(109, 375), sales(197, 50));
    RunRecord second = newest();

    assertThat(second.run()).isNotEqualTo(first.run());
    assertThat(second.mode()).isEqualTo("triggered");
    assertThat(second.state()).isEqualTo("finished");
    assertThat(second.recordsRead("bronze_tickets")).isEqualTo(1);
    assertThat(second.counts("source", "bronze_tickets")).containsEntry("read", 1L);
    assertThat(second.counts("flow", "silver_tickets"))
        .containsEntry("read", 1L)
        .containsEntry("failed/positive_amount", 0L);
    assertThat(second.counts("flow", "gold_sales")).containsEntry("read", 1L);
    assertThat(second.counts("table", "gold_sales")).containsEntry("rows", 2L);
    assertThat(second.commits())
        .extracting(
            RecordedCommit::table,
            RecordedCommit::rowsInserted,
            RecordedCommit::rowsUpdated,
            RecordedCommit::rowsDeleted)
        .containsExactly(tuple("gold_sales", 0L, 1L, 0L), tuple("silver_tickets", 1L, 0L, 0L));
    // The view of a table has its lineage through it.
    assertThat(second.commits())
        .allSatisfy(
            commit ->
                assertThat(commit.readFrom(9))
                    .startsWith("bronze_tickets ")
                    .endsWith("bronze/2.csv:1"));

    runs.run(1);
    assertThat(newest().recordsRead("bronze_tickets")).isZero();
    assertThat(newest().commits()).isEmpty();
  }

  private RunRecord newest() throws Exception {
    RunFolders folders = new RunFolders(temp.resolve("lake").toString(), Map.of(), "tickets");
    return RunRecord.read(folders, folders.newestFirst().get(0));
  }

  private static String sales(int pharmacy, int total) {
    return "{\"pharmacy_id\":%d,\"total_sales\":%d.0}".formatted(pharmacy, total);
  }
}
