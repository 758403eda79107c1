/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.forward.ForwardingReader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/**
 * Holds a reader back. Unlike Flink's rate-limited reader it passes on everything else, in
 * particular completed checkpoints (Kafka's committed offsets depend on them), counts records
 * instead of polls, and waits without blocking a thread: barriers are never held up.
 */
final class ThrottledReader<T, SplitT extends SourceSplit> extends ForwardingReader<T, SplitT> {

  private final Throttle throttle;

  ThrottledReader(SourceReader<T, SplitT> reader, Throttle throttle) {
    super(reader);
    this.throttle = throttle;
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
    if (throttle.waitNanos() > 0) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    InputStatus status = reader.pollNext(output);
    if (status == InputStatus.MORE_AVAILABLE) {
      // Readers emit one record in a poll, and say so.
      throttle.take();
    }
    return status;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    long wait = throttle.waitNanos();
    if (wait <= 0) {
      return reader.isAvailable();
    }
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(wait, TimeUnit.NANOSECONDS, Runnable::run));
  }
}
