/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.util.function.Consumer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.CustomSinkOperatorUidHashes;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.transformations.SinkTransformation;
import org.apache.flink.streaming.api.transformations.SourceTransformationWrapper;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;

/** A query's result that leaves SQL as a stream. */
final class StreamTableSink implements DynamicTableSink {

  private final ChangelogMode accepted;
  private final Consumer<Transformation<RowData>> result;

  StreamTableSink(ChangelogMode accepted, Consumer<Transformation<RowData>> result) {
    this.accepted = accepted;
    this.result = result;
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    return accepted;
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    return new DataStreamSinkProvider() {
      @Override
      public DataStreamSink<?> consumeDataStream(
          ProviderContext providerContext, DataStream<RowData> stream) {
        result.accept(stream.getTransformation());
        return new OpenEnd(stream);
      }
    };
  }

  @Override
  public DynamicTableSink copy() {
    return new StreamTableSink(accepted, result);
  }

  @Override
  public String asSummaryString() {
    return StreamModule.CONNECTOR;
  }

  /** The planner wants a sink; what it gets to add to the job is the stream itself. */
  private static final class OpenEnd extends DataStreamSink<RowData> {
    private final Transformation<RowData> end;

    OpenEnd(DataStream<RowData> stream) {
      super(
          new SinkTransformation<>(
              stream,
              new DiscardingSink<>(),
              stream.getType(),
              "unused",
              stream.getParallelism(),
              false,
              CustomSinkOperatorUidHashes.DEFAULT));
      // A phantom, because the planner writes a sink's lineage on what it gets.
      this.end = new SourceTransformationWrapper<>(stream.getTransformation());
    }

    @Override
    public Transformation<RowData> getTransformation() {
      return end;
    }
  }
}
