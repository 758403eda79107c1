/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.job.source.Reading;
import dev.deltacdc.job.source.SourceDefinition;
import dev.deltacdc.job.source.SourceSchema;
import dev.deltacdc.job.source.SourceStreams;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * The least that a keyed job does: our source and parser, a shuffle of the table's columns by our
 * key, two keyed values read and written for each event, and nothing after that. No event is
 * checked, ordered, kept or written. Flink's settings are those of our job.
 */
public final class SkeletonTrial implements Trial {

  private static final LogicalType STRING = VarCharType.STRING_TYPE;

  private static final RowType FEED =
      RowType.of(
          new LogicalType[] {
            STRING,
            STRING,
            new IntType(),
            new DoubleType(),
            STRING,
            new BigIntType(),
            new LocalZonedTimestampType(6)
          },
          new String[] {"id", "name", "stock", "price", "op", "seq", "updated_at"});

  private final Arguments arguments;
  private final Feed feed;

  private SkeletonTrial(Arguments arguments) {
    this.arguments = arguments;
    this.feed = Feed.of(arguments);
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, SkeletonTrial::new);
  }

  @Override
  public Map<String, Double> run() throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration());
    SourceDefinition source =
        new SourceDefinition(
            "feed",
            SourceSchema.of(FEED),
            feed.options(),
            null,
            ZoneOffset.UTC,
            OnInvalid.QUARANTINE);
    SourceStreams.create(env, source, "source", Reading.AS_DECLARED, notice -> {})
        .map(new WithoutOp())
        .returns(InternalTypeInfo.of(ProductRows.TYPE))
        .uid("columns")
        .keyBy(RowKeySelector.of(ProductRows.TYPE, List.of(0)), RowKeyTypeInfo.INSTANCE)
        .process(new TouchFunction())
        .uid("touch")
        .returns(InternalTypeInfo.of(ProductRows.TYPE))
        .sinkTo(new DiscardingSink<RowData>())
        .uid("end");
    CheckpointCounts.start();
    env.execute("skeleton");
    return CheckpointCounts.curve().figures(feed.events().load(), feed.events().events());
  }

  private Configuration configuration() {
    Configuration configuration = new Configuration();
    feed.settings().forEach(configuration::setString);
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        arguments.work().resolve("checkpoints").toUri().toString());
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    return configuration;
  }
}
