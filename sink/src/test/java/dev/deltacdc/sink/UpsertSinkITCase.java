/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
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
}
