/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TestTable;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Each row once, whatever happens to the job. */
@Timeout(180)
class DeltaSourceRestartITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = SourceJob.cluster();

  @TempDir Path directory;

  @Test
  void aJobThatFailsInTheMiddleOfFilesReadsEachRowOnce() throws Exception {
    Path path = directory.resolve("table");
    TestTable table = TestTable.upsert(path);
    SourceJob.append(table, 0, 20_000, 3);
    SourceJob job = new SourceJob(directory);
    ConfirmedRows.reset(7_001, 5);

    JobClient client = job.start(SourceJob.quick(path).build());
    ConfirmedRows.await(20_000, client);
    SourceJob.append(table, 20_000, 30_000, 4);
    List<String> rows = ConfirmedRows.await(30_000, client);
    job.stop(client);

    assertThat(rows).containsExactlyInAnyOrderElementsOf(SourceJob.ids(0, 30_000));
    assertThat(ConfirmedRows.failuresLeft()).isLessThan(5);
  }

  @Test
  void aSavepointGoesOnWithAnotherParallelism() throws Exception {
    Path path = directory.resolve("table");
    TestTable table = TestTable.upsert(path);
    SourceJob job = new SourceJob(directory);
    ConfirmedRows.reset(Integer.MAX_VALUE, 0);
    String savepoint = null;
    int read = 0;
    for (int parallelism : new int[] {2, 3, 1, 4}) {
      SourceJob.append(table, 10_000 * read, 10_000 * (read + 1), 5);
      read++;
      JobClient client =
          job.parallelism(parallelism).from(savepoint).start(SourceJob.quick(path).build());
      // Not all of them: the savepoint is taken in the middle of files.
      ConfirmedRows.await(10_000 * (read - 1) + 1, client);
      savepoint = job.stop(client);
    }
    SourceJob.append(table, 10_000 * read, 10_000 * read + 10, 1);
    JobClient client = job.parallelism(2).from(savepoint).start(SourceJob.quick(path).build());
    List<String> rows = ConfirmedRows.await(10_000 * read + 10, client);
    job.stop(client);

    assertThat(rows).containsExactlyInAnyOrderElementsOf(SourceJob.ids(0, 10_000 * read + 10));
  }

  @Test
  void aReadUntilNowGoesOnFromTheStateOfOneWithoutEndAndEnds() throws Exception {
    Path path = directory.resolve("table");
    TestTable table = TestTable.upsert(path);
    SourceJob job = new SourceJob(directory);
    ConfirmedRows.reset(Integer.MAX_VALUE, 0);
    SourceJob.append(table, 0, 10_000, 5);
    JobClient client = job.start(SourceJob.quick(path).build());
    ConfirmedRows.await(1, client);
    String savepoint = job.stop(client);
    SourceJob.append(table, 10_000, 20_000, 7);

    job.from(savepoint)
        .start(SourceJob.quick(path).untilNow(true).build())
        .getJobExecutionResult()
        .get(60, TimeUnit.SECONDS);

    assertThat(ConfirmedRows.await(20_000, null))
        .containsExactlyInAnyOrderElementsOf(SourceJob.ids(0, 20_000));
  }
}
