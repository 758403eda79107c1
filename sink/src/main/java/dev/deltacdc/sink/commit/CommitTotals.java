/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.sink.write.WriterResult;
import java.util.List;

/** What a job has committed since its first start, for its summary. */
final class CommitTotals {

  private long commits;
  private long rowsAdded;
  private long rowsDeleted;

  CommitTotals() {}

  /** Those of a restored job. */
  CommitTotals(CommitterState state) {
    commits = state.commits();
    rowsAdded = state.rowsAdded();
    rowsDeleted = state.rowsDeleted();
  }

  /** Counts what one commit was made of. */
  void count(List<WriterResult> results) {
    boolean changed = false;
    for (WriterResult result : results) {
      rowsAdded += result.rowsWritten();
      rowsDeleted += result.rowsDeleted();
      changed |= !result.isEmpty();
    }
    commits += changed ? 1 : 0;
  }

  long commits() {
    return commits;
  }

  long rowsAdded() {
    return rowsAdded;
  }

  long rowsDeleted() {
    return rowsDeleted;
  }
}
