/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.FaultyFileSystem.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The storage goes wrong at the first operation, at the second, and so on until a run passes
 * untouched. Whatever it was, the job restarts from its last checkpoint (never stops for good), and
 * in the end the table is that of a run without faults.
 */
class StorageFaultTest {

  private static final int EPOCHS = 2;

  @TempDir Path directory;

  /** From where the faults count. */
  enum Start {
    /** The first start, on an empty table. */
    FRESH,
    /** A restore from a checkpoint that is not committed yet. */
    PENDING,
    /** A restore from a checkpoint older than the table: the index is built anew. */
    REWOUND
  }

  @AfterEach
  void disarm() {
    FaultyFileSystem.arm(Fault.NOT_DONE, 0);
  }

  @ParameterizedTest(name = "{0} {1}, upsert {2}")
  @CsvSource({
    "FRESH, NOT_DONE, true",
    "FRESH, SHORT, true",
    "PENDING, DONE_UNKNOWN, true",
    "REWOUND, NOT_DONE, true",
    "PENDING, NOT_DONE, false",
  })
  void theTableIsThatOfARunWithoutFaults(Start start, Fault fault, boolean upsert)
      throws Exception {
    TestFeed feed = upsert ? TestFeed.random(5, EPOCHS, 12, 10) : TestFeed.inserts(EPOCHS, 12);
    Path table = directory.resolve("table");
    SinkHarness before = new SinkHarness(table, feed, upsert);
    prepare(start, before);
    Path prepared = directory.resolve("prepared");
    if (start != Start.FRESH) {
      Files.move(table, prepared);
    }
    int operation = 1;
    do {
      if (start != Start.FRESH) {
        FileUtils.copy(flinkPath(prepared), flinkPath(table), false);
      }
      SinkHarness sink = new SinkHarness(table, feed, upsert);
      sink.rewind(before.checkpoint());
      FaultyFileSystem.arm(fault, operation);
      List<Exception> failures = new ArrayList<>();
      while (!sink.attempt(EPOCHS, failures)) {
        assertThat(failures)
            .as("restarts after operation %d: %s", operation, FaultyFileSystem.hit())
            .hasSizeLessThan(4)
            .noneMatch(failure -> failure instanceof SuppressRestartsException);
      }
      assertThat(TestJob.rows(TableStore.open(table.toString(), Map.of()).latest()))
          .as("operation %d: %s", operation, FaultyFileSystem.hit())
          .isEqualTo(feed.expectedRows());
      FileUtils.deleteDirectory(table.toFile());
      operation++;
    } while (FaultyFileSystem.hit() != null);
    assertThat(operation).isGreaterThan(fault == Fault.SHORT ? 5 : 30);
  }

  private static org.apache.flink.core.fs.Path flinkPath(Path path) {
    return new org.apache.flink.core.fs.Path(path.toUri());
  }

  private static void prepare(Start start, SinkHarness sink) throws Exception {
    switch (start) {
      case FRESH -> {}
      case PENDING -> {
        sink.checkpointWithoutCommit(1);
      }
      case REWOUND -> {
        sink.run(1);
        SinkHarness.Checkpoint old = sink.checkpoint();
        sink.run(2);
        sink.rewind(old);
      }
    }
  }
}
