/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.sink.write.WriterResult;
import java.util.List;
import javax.annotation.Nullable;

/**
 * What a job has committed since its first start, or, in a job with the parameter {@link #RUN},
 * since that run began; for its summary.
 */
final class CommitTotals {

  /** Global job parameter: names the run, whatever state it goes on from. */
  static final String RUN = "deltacdc.run";

  @Nullable private final String run;
  private long commits;
  private long rowsAdded;
  private long rowsDeleted;

  CommitTotals(@Nullable String run) {
    this.run = run;
  }

  /** Those of a restored job, if they are of this run. */
  CommitTotals(@Nullable String run, CommitterState state) {
    this.run = run;
    if (isOf(state)) {
      commits = state.commits();
      rowsAdded = state.rowsAdded();
      rowsDeleted = state.rowsDeleted();
    }
  }

  /** Whether what a state counts is counted here, too. */
  boolean isOf(CommitterState state) {
    return run == null || run.equals(state.run());
  }

  @Nullable
  String run() {
    return run;
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
