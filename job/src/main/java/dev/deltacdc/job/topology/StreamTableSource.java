/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.SourceTransformationWrapper;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;

/** A stream that SQL reads as a table. */
final class StreamTableSource implements ScanTableSource {

  private final Transformation<RowData> stream;
  private final ChangelogMode mode;

  StreamTableSource(Transformation<RowData> stream, ChangelogMode mode) {
    this.stream = stream;
    this.mode = mode;
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return mode;
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return new DataStreamScanProvider() {
      @Override
      public DataStream<RowData> produceDataStream(
          ProviderContext providerContext, StreamExecutionEnvironment env) {
        // The planner renames what it gets and sets its type; it gets a phantom, so that the shared
        // stream keeps its own.
        SourceTransformationWrapper<RowData> phantom = new SourceTransformationWrapper<>(stream);
        phantom.setParallelism(stream.getParallelism());
        return new DataStream<>(env, phantom);
      }

      @Override
      public boolean isBounded() {
        return false;
      }
    };
  }

  @Override
  public DynamicTableSource copy() {
    return new StreamTableSource(stream, mode);
  }

  @Override
  public String asSummaryString() {
    return StreamModule.CONNECTOR;
  }
}
