/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import dev.deltacdc.job.forward.ForwardingSource;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * A {@link HeldSource} in a run of other tables: it stays where it is. Nothing of the wrapped
 * source is made but its serializers, so nothing is listed or asked for either; its state goes from
 * one savepoint into the next. A source that is not in the job would have none in the next.
 */
public final class UnreadSource<T, SplitT extends SourceSplit, StateT>
    extends ForwardingSource<T, SplitT, StateT> {

  private static final long serialVersionUID = 1L;

  public UnreadSource(Source<T, SplitT, StateT> source, TypeInformation<T> type) {
    super(source, type);
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<T, SplitT> createReader(SourceReaderContext context) {
    return new UnreadReader<>();
  }

  /** Without state there is no place to stay at. A start that knows its state has looked before. */
  @Override
  public SplitEnumerator<SplitT, StateT> createEnumerator(SplitEnumeratorContext<SplitT> context) {
    throw new SuppressRestartsException(
        new IllegalStateException(
            "A source that a run of chosen tables (--refresh) leaves unread has no state that says"
                + " where it is. Run once without --refresh."));
  }

  @Override
  public SplitEnumerator<SplitT, StateT> restoreEnumerator(
      SplitEnumeratorContext<SplitT> context, StateT checkpoint) {
    return new UnreadEnumerator<>(checkpoint);
  }
}
