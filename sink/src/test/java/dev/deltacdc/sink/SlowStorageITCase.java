/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first, second, third operation on storage takes longer than a checkpoint may, until a run has
 * none left to delay: checkpoints are given up meanwhile, and the table is the same.
 */
@Timeout(240)
class SlowStorageITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestCluster.create();

  @TempDir Path directory;

  @AfterEach
  void disarm() {
    FaultyFileSystem.arm(FaultyFileSystem.Fault.SLOW, 0);
  }

  @Test
  void theTableIsThatOfARunWithoutDelays() throws Exception {
    int operation = 0;
    do {
      operation++;
      TestFaults.reset();
      FaultyFileSystem.arm(FaultyFileSystem.Fault.SLOW, operation);
      TestJob job = new TestJob(directory.resolve("t" + operation), TestFeed.random(5, 2, 6, 5));
      job.faulty = true;
      job.partitioned = false;
      job.config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(20));
      job.config.set(
          CheckpointingOptions.CHECKPOINTING_TIMEOUT,
          Duration.ofMillis(FaultyFileSystem.SLOW_MILLIS / 2));
      job.run();
      assertThat(job.rows())
          .as("operation %d: %s", operation, FaultyFileSystem.hit())
          .isEqualTo(job.feed.expectedRows());
    } while (FaultyFileSystem.hit() != null);
    assertThat(operation).isGreaterThan(30);
  }
}
