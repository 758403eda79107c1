/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import java.io.Serializable;

/**
 * Is told about the steps of the committer, in the task's thread; what it throws fails the step.
 * Tests use it to fail a job at a known step; jobs have {@link #none}.
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

  /** See {@link #none}. */
  final class Silent implements CommitListener {
    private static final long serialVersionUID = 1L;
  }
}
