/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/** A reader that is at its end from the start, and keeps the splits that it is restored with. */
final class UnreadReader<T, SplitT extends SourceSplit> implements SourceReader<T, SplitT> {

  private final List<SplitT> splits = new ArrayList<>();
  private final CompletableFuture<Void> never = new CompletableFuture<>();
  private boolean ended;

  @Override
  public void start() {}

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) {
    if (!ended) {
      ended = true;
      output.emitWatermark(new Watermark(EndOfRun.MARK));
    }
    return InputStatus.NOTHING_AVAILABLE;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return ended ? never : CompletableFuture.completedFuture(null);
  }

  @Override
  public void addSplits(List<SplitT> restored) {
    splits.addAll(restored);
  }

  @Override
  public List<SplitT> snapshotState(long checkpointId) {
    return List.copyOf(splits);
  }

  @Override
  public void notifyNoMoreSplits() {}

  @Override
  public void close() {}
}
