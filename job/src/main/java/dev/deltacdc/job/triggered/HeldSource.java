/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import java.util.Objects;
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
 * Reads a source to its end, and then waits there instead of ending. The state is the wrapped
 * source's.
 *
 * <p>What the wrapped source must do, beyond what bounded sources do:
 *
 * <ul>
 *   <li>its readers end when they have emitted what was there when they, or the enumerator, were
 *       created or restored;
 *   <li>state that was taken at the end is good to be restored, and then reads what has come since:
 *       enumerators look again when they are restored, and readers keep the positions of splits
 *       that can grow.
 * </ul>
 */
public final class HeldSource<T, SplitT extends SourceSplit, StateT>
    implements Source<T, SplitT, StateT>, ResultTypeQueryable<T> {

  private static final long serialVersionUID = 1L;

  private final Source<T, SplitT, StateT> source;
  private final TypeInformation<T> type;

  public HeldSource(Source<T, SplitT, StateT> source, TypeInformation<T> type) {
    this.source = Objects.requireNonNull(source, "source");
    this.type = Objects.requireNonNull(type, "type");
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<T, SplitT> createReader(SourceReaderContext context) throws Exception {
    return new HeldReader<>(source.createReader(context));
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
