/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TableStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failure-free runs of the upsert sink. */
@Timeout(120)
class UpsertSinkITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  @BeforeEach
  void reset() {
    TestFaults.reset();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theTableHasTheLastChangeOfEachKey(int parallelism) throws Exception {
    TestJob job = new TestJob(directory, TestFeed.random(parallelism, 5, 60, 40));
    job.parallelism = parallelism;
    job.run();
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }

  @Test
  void rowObjectsMayBeReused() throws Exception {
    TestJob job = new TestJob(directory, TestFeed.random(21, 4, 60, 40));
    job.reuseRows = true;
    job.run();
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void subtasksMayEndAtDifferentTimes(boolean append) throws Exception {
    TestFeed all = append ? TestFeed.inserts(5, 60) : TestFeed.random(24, 5, 60, 40);
    List<List<TestEvent>> batches = new ArrayList<>();
    for (int batch = 0; batch < 5; batch++) {
      int slots = 5 - batch;
      batches.add(
          all.batches().get(batch).stream()
              .filter(event -> TestSource.slot(event.id()) <= slots)
              .toList());
    }
    TestJob job = new TestJob(directory, new TestFeed(batches));
    job.parallelism = 3;
    job.append = append;
    TestFaults.failAt(TestFaults.Point.PUBLISHED_DEAD, 4);
    job.run();
    assertThat(TestFaults.fired()).isEqualTo(1);
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }

  @Test
  void theLastRowsOfABoundedJobAreCommittedWithoutAnyCheckpoint() throws Exception {
    TestJob job = new TestJob(directory, TestFeed.random(25, 1, 60, 40));
    job.config.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
    job.run();
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
    assertThat(TableStore.open(job.table.toString(), Map.of()).latest().version()).isEqualTo(1);
  }

  @Test
  void anUpdateOfAPartitionColumnMovesTheRow() throws Exception {
    TestJob job =
        new TestJob(
            directory,
            TestFeed.of(
                List.of(TestEvent.insert(1, "a", 1), TestEvent.insert(2, "a", 2)),
                List.of(TestEvent.upsert(1, "b", 3)),
                List.of(TestEvent.delete(1), TestEvent.upsert(2, "c", 4))));
    job.run();
    assertThat(job.rows()).containsExactly("2/c/4");
  }

  @Test
  void anInsertThatIsDeliveredAgainIsOneRow() throws Exception {
    TestEvent insert = TestEvent.insert(1, "a", 1);
    TestJob job =
        new TestJob(
            directory,
            TestFeed.of(
                List.of(insert, insert),
                List.of(insert, TestEvent.delete(1), insert),
                List.of(insert)));
    job.run();
    assertThat(job.rows()).containsExactly("1/a/1");
  }

  @Test
  void theSummaryIsInTheAccumulators() throws Exception {
    TestJob job =
        new TestJob(
            directory,
            TestFeed.of(
                List.of(TestEvent.insert(1, "a", 1), TestEvent.insert(2, "a", 2)),
                List.of(TestEvent.delete(1))));
    JobExecutionResult result = job.build().execute("test");
    assertThat(result.<Long>getAccumulatorResult("deltacdc-sink/test/rows")).isEqualTo(1);
    assertThat(result.<Long>getAccumulatorResult("deltacdc-sink/test/rowsAdded")).isEqualTo(2);
    assertThat(result.<Long>getAccumulatorResult("deltacdc-sink/test/rowsDeleted")).isEqualTo(1);
    assertThat(result.<Long>getAccumulatorResult("deltacdc-sink/test/version"))
        .isEqualTo(result.<Long>getAccumulatorResult("deltacdc-sink/test/commits"));
  }
}
