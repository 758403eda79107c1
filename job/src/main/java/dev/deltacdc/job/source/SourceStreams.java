/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Streams of rows out of {@link SourceDefinition}s. */
public final class SourceStreams {

  private SourceStreams() {}

  /**
   * Adds the source to the job. Its rows are the physical columns and then the origin column (the
   * record's position, see {@code EventOrigin}); records that cannot be read leave by the side
   * output {@code RejectedEvent.TAG}. No watermarks are emitted before the end of bounded input.
   *
   * @param uid prefix of the operators' uids, stable over changes of the pipeline
   * @throws IllegalArgumentException if the options are wrong or the path leads nowhere; the
   *     message is for the user
   */
  public static SingleOutputStreamOperator<RowData> create(
      StreamExecutionEnvironment env, SourceDefinition source, String uid) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** The row type of the stream: the physical columns and the origin column. */
  public static RowType rowType(SourceDefinition source) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Whether the source ends by itself. */
  public static Boundedness boundedness(SourceDefinition source) {
    throw new UnsupportedOperationException("not built yet");
  }
}
