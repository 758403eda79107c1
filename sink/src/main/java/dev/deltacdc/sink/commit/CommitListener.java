/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.sink.CommitReport;
import dev.deltacdc.sink.CommitReporter;
import java.io.Serializable;

/**
 * Is told about the steps of the committer, in the task's thread; what it throws fails the step.
 * Tests use it to fail a job at a known step; jobs have {@link #none} or one that reports.
 */
public interface CommitListener extends Serializable {

  /** A listener that ignores everything. */
  static CommitListener none() {
    return new Silent();
  }

  /** A checkpoint is complete; its epochs are about to be committed. */
  default void completed(String name, long checkpointId) {}

  /** A version has just been published; the committer doesn't know it yet. */
  default void published(String name, long version) {}

  /** A version has been published, now or before a failure, and the committer knows it. */
  default void committed(String name, CommitReport report) {}

  /** A listener that hands on reports. */
  static CommitListener reporting(CommitReporter reporter) {
    return new Reporting(reporter);
  }

  /** See {@link #reporting}. */
  record Reporting(CommitReporter reporter) implements CommitListener {
    @Override
    public void committed(String name, CommitReport report) {
      reporter.committed(name, report);
    }
  }

  /** See {@link #none}. */
  final class Silent implements CommitListener {
    private static final long serialVersionUID = 1L;
  }
}
