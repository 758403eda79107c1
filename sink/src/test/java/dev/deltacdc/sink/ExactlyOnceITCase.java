/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.sink.TestFaults.Point;
import java.nio.file.Path;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kills a job before and after the barrier, between a checkpoint's completion and its commit, and
 * after the commit; the table equals that of a run without failure.
 */
@Timeout(120)
class ExactlyOnceITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  @BeforeEach
  void reset() {
    TestFaults.reset();
  }

  @ParameterizedTest(name = "{0} {1}, parallelism {2}")
  @CsvSource({
    "RECORD, 17, 1",
    "RECORD, 111, 2",
    "RECORD, 60, 3",
    "SNAPSHOT, 2, 1",
    "SNAPSHOT, 5, 3",
    "COMPLETED, 1, 2",
    "COMPLETED, 3, 1",
    "COMPLETED, 2, 3",
    "PUBLISHED_UNKNOWN, 1, 1",
    "PUBLISHED_UNKNOWN, 3, 2",
    "PUBLISHED_DEAD, 1, 3",
    "PUBLISHED_DEAD, 2, 1",
    "PUBLISHED_DEAD, 3, 2",
  })
  void anUpsertTableIsTheSame(Point point, int pass, int parallelism) throws Exception {
    TestJob job = new TestJob(directory, TestFeed.random(pass, 4, 60, 40));
    job.parallelism = parallelism;
    TestFaults.failAt(point, pass);
    job.run();
    assertThat(TestFaults.fired()).isEqualTo(1);
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }

  @ParameterizedTest(name = "{0} {1}, parallelism {2}")
  @CsvSource({
    "RECORD, 111, 2",
    "SNAPSHOT, 3, 3",
    "COMPLETED, 2, 1",
    "COMPLETED, 1, 3",
    "PUBLISHED_UNKNOWN, 2, 2",
    "PUBLISHED_DEAD, 2, 3",
  })
  void anAppendTableIsTheSame(Point point, int pass, int parallelism) throws Exception {
    TestJob job = new TestJob(directory, TestFeed.inserts(4, 60));
    job.append = true;
    job.parallelism = parallelism;
    TestFaults.failAt(point, pass);
    job.run();
    assertThat(TestFaults.fired()).isEqualTo(1);
    assertThat(job.rows()).isEqualTo(job.feed.expectedRows());
  }
}
