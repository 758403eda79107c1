/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;

/** Hands out nothing, and keeps the state that it is restored with. */
record UnreadEnumerator<SplitT extends SourceSplit, StateT>(StateT state)
    implements SplitEnumerator<SplitT, StateT> {

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int subtask, @Nullable String hostname) {}

  @Override
  public void addSplitsBack(List<SplitT> splits, int subtask) {
    if (!splits.isEmpty()) {
      throw new IllegalStateException("splits that were never handed out: " + splits);
    }
  }

  @Override
  public void addReader(int subtask) {}

  @Override
  public StateT snapshotState(long checkpointId) {
    return state;
  }

  @Override
  public void close() {}
}
