/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import dev.deltacdc.job.forward.ForwardingReader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/**
 * A reader that waits where another ends. Behind its last record it emits the watermark {@link
 * EndOfRun#MARK}, which goes no further than the next operator.
 */
final class HeldReader<T, SplitT extends SourceSplit> extends ForwardingReader<T, SplitT> {

  private final CompletableFuture<Void> never = new CompletableFuture<>();
  private boolean ended;

  HeldReader(SourceReader<T, SplitT> reader) {
    super(reader);
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
    if (ended) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    InputStatus status = reader.pollNext(output);
    if (status != InputStatus.END_OF_INPUT) {
      return status;
    }
    ended = true;
    output.emitWatermark(new Watermark(EndOfRun.MARK));
    return InputStatus.NOTHING_AVAILABLE;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return ended ? never : reader.isAvailable();
  }

  @Override
  public void addSplits(List<SplitT> splits) {
    if (ended && !splits.isEmpty()) {
      throw new IllegalStateException("splits came after the end: " + splits);
    }
    reader.addSplits(splits);
  }
}
