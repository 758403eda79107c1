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
    extends ForwardingSource<T, SplitT, StateT> {

  private static final long serialVersionUID = 1L;

  public HeldSource(Source<T, SplitT, StateT> source, TypeInformation<T> type) {
    super(source, type);
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<T, SplitT> createReader(SourceReaderContext context) throws Exception {
    return new HeldReader<>(super.createReader(context));
  }
}
