/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.forward.ForwardingSource;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * A source that emits at most so many events per second. It runs with one reader, so that the rate
 * is the source's whatever the job's parallelism, and however its files or partitions are spread.
 * The state is the wrapped source's: throttling can be added and removed.
 */
final class ThrottledSource<T, SplitT extends SourceSplit, StateT>
    extends ForwardingSource<T, SplitT, StateT> {

  private static final long serialVersionUID = 1L;

  private final double eventsPerSecond;

  ThrottledSource(
      Source<T, SplitT, StateT> source, double eventsPerSecond, TypeInformation<T> type) {
    super(source, type);
    this.eventsPerSecond = eventsPerSecond;
  }

  @Override
  public SourceReader<T, SplitT> createReader(SourceReaderContext context) throws Exception {
    return new ThrottledReader<>(
        super.createReader(context), new Throttle(eventsPerSecond, System::nanoTime));
  }
}
