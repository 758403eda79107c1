/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.Serializable;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * Makes rows of what a source's readers emit, and tells before each barrier, and at the end of the
 * input, what was read since the last one, by the side output {@link SourceProgress#TAG}: all of it
 * is part of that checkpoint.
 */
final class ReadOperator<T> extends ProcessOperator<T, RowData> {
  private static final long serialVersionUID = 1L;

  private final Positions<T> positions;
  private final String source;
  private final String reader;

  private transient SourceRanges ranges;
  private transient long lastCheckpoint;

  /** Says where records are; one for each task. */
  interface Positions<T> extends Serializable {
    /** Adds the record's position, if it has one. */
    void add(T record, SourceRanges ranges);
  }

  /**
   * @param source the source's name
   * @param reader prefix of the readers' uids
   */
  ReadOperator(
      ProcessFunction<T, RowData> function, Positions<T> positions, String source, String reader) {
    super(function);
    this.positions = positions;
    this.source = source;
    this.reader = reader;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    lastCheckpoint = context.getRestoredCheckpointId().orElse(0);
    ranges = new SourceRanges(source, reader);
  }

  @Override
  public void processElement(StreamRecord<T> element) throws Exception {
    positions.add(element.getValue(), ranges);
    super.processElement(element);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    tell(checkpointId);
    lastCheckpoint = checkpointId;
  }

  @Override
  public void finish() throws Exception {
    super.finish();
    tell(lastCheckpoint + 1);
  }

  private void tell(long epoch) {
    if (!ranges.isEmpty()) {
      output.collect(SourceProgress.TAG, new StreamRecord<>(ranges.take(epoch)));
    }
  }
}
