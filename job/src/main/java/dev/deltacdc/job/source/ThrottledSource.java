/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A source that emits at most so many events per second. It runs with one reader, so that the rate
 * is the source's whatever the job's parallelism, and however its files or partitions are spread.
 * The state is the wrapped source's: throttling can be added and removed.
 */
final class ThrottledSource<T, SplitT extends SourceSplit, StateT>
    implements Source<T, SplitT, StateT>, ResultTypeQueryable<T> {

  private static final long serialVersionUID = 1L;

  private final Source<T, SplitT, StateT> source;
  private final double eventsPerSecond;
  private final TypeInformation<T> type;

  ThrottledSource(
      Source<T, SplitT, StateT> source, double eventsPerSecond, TypeInformation<T> type) {
    this.source = source;
    this.eventsPerSecond = eventsPerSecond;
    this.type = type;
  }

  @Override
  public Boundedness getBoundedness() {
    return source.getBoundedness();
  }

  @Override
  public SourceReader<T, SplitT> createReader(SourceReaderContext context) throws Exception {
    return new ThrottledReader<>(
        source.createReader(context), new Throttle(eventsPerSecond, System::nanoTime));
  }

  @Override
  public SplitEnumerator<SplitT, StateT> createEnumerator(SplitEnumeratorContext<SplitT> context)
      throws Exception {
    return source.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<SplitT, StateT> restoreEnumerator(
      SplitEnumeratorContext<SplitT> context, StateT checkpoint) throws Exception {
    return source.restoreEnumerator(context, checkpoint);
  }

  @Override
  public SimpleVersionedSerializer<SplitT> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<StateT> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }

  @Override
  public TypeInformation<T> getProducedType() {
    return type;
  }
}
