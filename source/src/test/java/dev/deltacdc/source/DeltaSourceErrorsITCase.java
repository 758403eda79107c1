/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.RawLog;
import dev.deltacdc.delta.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a source cannot follow stops the job at once and says what to do. */
@Timeout(120)
class DeltaSourceErrorsITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = SourceJob.cluster();

  @TempDir Path directory;

  private Path path;
  private TestTable table;
  private SourceJob job;

  @BeforeEach
  void table() {
    path = directory.resolve("table");
    table = TestTable.upsert(path);
    SourceJob.append(table, 0, 10, 1);
    job = new SourceJob(directory);
    ConfirmedRows.reset(Integer.MAX_VALUE, 0);
  }

  private JobClient started() throws Exception {
    JobClient client = job.start(SourceJob.quick(path).build());
    ConfirmedRows.await(10, client);
    return client;
  }

  private static String failure(JobClient client) {
    try {
      client.getJobExecutionResult().get(60, TimeUnit.SECONDS);
      throw new AssertionError("the job ended well");
    } catch (Exception e) {
      return ExceptionUtils.stringifyException(e);
    }
  }

  @Test
  void aDeleteIsAnErrorThatNamesVersionOperationAndRemedies() throws Exception {
    JobClient client = started();

    table.delete(table.onlyFile(), 3);

    assertThat(failure(client))
        .contains("Version 2 of the table at", "updates or deletes rows", "removes 1 data files")
        .contains("skipChangeCommits", "ignoreDeletes", "without state")
        .contains("The failure is not recoverable");
  }

  @Test
  void changesAreSkippedWholeWhenAskedFor() throws Exception {
    JobClient client = job.start(SourceJob.quick(path).skipChangeCommits(true).build());
    ConfirmedRows.await(10, client);

    table.delete(table.onlyFile(), 3);
    SourceJob.append(table, 10, 20, 1);
    List<String> rows = ConfirmedRows.await(20, client);
    job.stop(client);

    assertThat(rows).containsExactlyInAnyOrderElementsOf(SourceJob.ids(0, 20));
  }

  @Test
  void deletesOfWholeFilesAreIgnoredWhenAskedForButUpdatesAreNot() throws Exception {
    JobClient client = job.start(SourceJob.quick(path).ignoreDeletes(true).build());
    ConfirmedRows.await(10, client);

    RawLog.commit(table, path, "DELETE", List.of(RawLog.remove(table.onlyFile(), true)));
    SourceJob.append(table, 10, 20, 1);
    ConfirmedRows.await(20, client);
    table.delete(table.onlyFile(), 3);

    assertThat(failure(client)).contains("Version 4 of the table at", "updates or deletes rows");
  }

  @Test
  void aLogThatWasCleanedUpIsAnError() throws Exception {
    String savepoint = job.stop(started());
    SourceJob.append(table, 10, 40, 3);
    table.cleanUpLog(path);

    assertThat(failure(job.from(savepoint).start(SourceJob.quick(path).build())))
        .contains("Version 2 of the table at", "goes on with version 4", "logRetentionDuration");
  }

  @Test
  void aFileThatVacuumRemovedIsAnError() throws Exception {
    SourceJob.append(table, 10, 20, 1);
    for (LiveFile file : table.liveFiles()) {
      Files.delete(path.resolve(file.path()));
    }

    assertThat(failure(job.start(SourceJob.quick(path).build())))
        .contains("is gone", "VACUUM", "deletedFileRetentionDuration");
  }

  @Test
  void aTableInPlaceOfTheTableIsAnError() throws Exception {
    String savepoint = job.stop(started());
    RawLog.deleteAll(path);
    TestTable other = TestTable.upsert(path);
    SourceJob.append(other, 0, 50, 5);

    assertThat(failure(job.from(savepoint).start(SourceJob.quick(path).build())))
        .contains("is another one than", "without state");
  }

  @Test
  void anOlderCopyOfTheTableIsAnErrorAlsoWhereTheReadEndsWithIt() throws Exception {
    SourceJob.append(table, 10, 20, 1);
    JobClient client = job.start(SourceJob.quick(path).build());
    ConfirmedRows.await(20, client);
    String savepoint = job.stop(client);
    Files.delete(RawLog.commitFile(path, 2));

    assertThat(failure(job.from(savepoint).start(SourceJob.quick(path).untilNow(true).build())))
        .contains("Version 2 of the table at", "its newest version is 1", "an older copy");
  }

  @Test
  void aTableThatIsReplacedMeanwhileIsAnError() throws Exception {
    JobClient client = started();

    RawLog.commit(
        table,
        path,
        "CREATE OR REPLACE TABLE",
        List.of(RawLog.metadata(path, table.snapshot.tableId(), "another")));

    assertThat(failure(client)).contains("was replaced by another one", "its id is another");
  }

  @Test
  void aColumnMoreIsNoErrorAndAColumnLessIsOne() throws Exception {
    JobClient client = started();

    RawLog.commit(
        table,
        path,
        "ADD COLUMNS",
        List.of(
            RawLog.metadata(
                path,
                "\\\"fields\\\":[",
                "\\\"fields\\\":[{\\\"name\\\":\\\"extra\\\",\\\"type\\\":\\\"integer\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}},")));
    SourceJob.append(table, 10, 20, 1);
    assertThat(ConfirmedRows.await(20, client))
        .containsExactlyInAnyOrderElementsOf(SourceJob.ids(0, 20));
    RawLog.commit(
        table,
        path,
        "RENAME COLUMN",
        List.of(RawLog.metadata(path, "\\\"name\\\":\\\"name\\\"", "\\\"name\\\":\\\"other\\\"")));

    assertThat(failure(client))
        .contains("changed in version 4", "column name is gone", "Stop it with a savepoint");
  }

  @Test
  void whatIsNotThereIsAnErrorBeforeTheJobStarts() {
    String nowhere = directory.resolve("nowhere").toString();
    long later = System.currentTimeMillis() + 100_000_000;

    assertThatThrownBy(() -> DeltaSource.at(nowhere).build())
        .hasMessageContaining("There is no Delta table at");
    assertThatThrownBy(() -> SourceJob.quick(path).columns(List.of("nam")).build())
        .hasMessageContaining("nam");
    assertThatThrownBy(() -> SourceJob.quick(path).boundedAtVersion(7).build())
        .hasMessageContaining("version 7");
    assertThatThrownBy(() -> SourceJob.quick(path).fromTimestamp(later).build())
        .hasMessageContaining("has no version for");
    assertThat(DeltaTable.of(nowhere, TestTable.ID_NAME).path()).isEqualTo(nowhere);
  }

  @Test
  void aStartBeyondTheNewestVersionIsAnError() throws Exception {
    assertThat(failure(job.start(SourceJob.quick(path).fromVersion(3).build())))
        .contains("has no version 3 to start at", "its newest is 1");
  }
}
