/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import java.io.Serializable;

/**
 * Is told of every commit, in the committer's task, after it was made. A job that dies between a
 * commit and its report reports it as recovered when it goes on; a report that was made may come
 * again then.
 */
@FunctionalInterface
public interface CommitReporter extends Serializable {

  /**
   * A commit was made. What this throws fails the job, which commits nothing twice.
   *
   * @param table the name of the sink
   */
  void committed(String table, CommitReport report);
}
