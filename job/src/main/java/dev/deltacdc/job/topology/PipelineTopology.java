/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.Settings;
import dev.deltacdc.sink.DeltaSink;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.RowData;

/**
 * Builds the job of a pipeline.
 *
 * <pre>
 *  sources ─► SQL ─┬─► change events ─► keyBy ─► order ─┬─► SCD 1 ─────► upsert sink
 *     │        │   │                                    └─► daily days ─► upsert sink
 *     │        │   └─► checked rows ──────────────────────────────────► append sink
 *     └────────┴─────────► rejected ──────────────────────────────────► quarantine
 * </pre>
 *
 * <p>Uids are {@code source/NAME…}, {@code view/NAME…}, {@code flow/NAME…}, {@code table/NAME…} and
 * {@code quarantine…}: what one statement makes depends on no other.
 */
public final class PipelineTopology {

  private final ResolvedPipeline pipeline;
  private final Lake lake;
  private final DeltaSinkOptions sinkOptions;
  private final StreamTableEnvironment tables;
  private final StreamTables streams;
  private final Rejects rejects = new Rejects();
  private final CheckedRows checked;

  private PipelineTopology(
      StreamExecutionEnvironment env, ResolvedPipeline pipeline, TopologyOptions options) {
    this.pipeline = pipeline;
    this.lake = options.lake();
    this.sinkOptions = DeltaSinkOptions.from(Configuration.fromMap(pipeline.settings().sink()));
    this.tables = StreamTableEnvironment.create(env);
    this.streams = StreamTables.on(env, tables);
    this.checked = new CheckedRows(onInvalid(pipeline.settings()), rejects);
  }

  /**
   * Adds the pipeline to the environment, after a look at all its tables; creates those that are
   * not there yet.
   *
   * @return the step (as in uids) by the name of the class that the planner wrote for it
   * @throws PipelineException with all problems that the user can solve; nothing was written then
   */
  public static Map<String, String> build(
      StreamExecutionEnvironment env, ResolvedPipeline pipeline, TopologyOptions options) {
    PipelineTopology topology = new PipelineTopology(env, pipeline, options);
    Relations relations =
        new Relations(
            env, topology.tables, topology.streams, topology.checked, topology.rejects, options);
    List<String> problems = new ArrayList<>(relations.open(pipeline));
    List<OutputTable> outputs = OutputTable.all(pipeline, options.lake());
    problems.addAll(
        StartCheck.problems(outputs, options.lake(), topology.sinkOptions.existingRows()));
    if (!problems.isEmpty()) {
      throw new PipelineException(problems);
    }
    relations.register(pipeline);
    for (ResolvedTarget target : pipeline.targets()) {
      topology.add(target);
    }
    topology.rejects.sinkTo(
        OutputTable.quarantine(pipeline.settings(), options.lake()),
        options.lake(),
        topology.sinkOptions);
    return topology.streams.generatedClasses();
  }

  static OnInvalid onInvalid(Settings settings) {
    return settings.failOnInvalid() ? OnInvalid.FAIL : OnInvalid.QUARANTINE;
  }

  private void add(ResolvedTarget target) {
    List<ResolvedFlow> flows = pipeline.flowsInto(target.name());
    if (flows.isEmpty()) {
      return;
    }
    if (target.upsert()) {
      upsert(target, flows);
    } else {
      append(target, flows);
    }
  }

  private void upsert(ResolvedTarget target, List<ResolvedFlow> flows) {
    ChangedTable changed = new ChangedTable(pipeline, target, lake, sinkOptions, rejects);
    for (ResolvedFlow flow : flows) {
      changed.take((ResolvedFlow.Cdc) flow, plan(flow));
    }
    changed.sink();
  }

  private void append(ResolvedTarget target, List<ResolvedFlow> flows) {
    List<DataStream<RowData>> rows = new ArrayList<>();
    for (ResolvedFlow flow : flows) {
      rows.add(checked.ofFlow(plan(flow), (ResolvedFlow.Append) flow, target, uid(flow)));
    }
    DeltaSink.append(OutputTable.of(target, lake).table())
        .name(target.name().toString())
        .uid("table/" + target.name().key() + "/sink")
        .hadoop(lake.hadoop())
        .options(sinkOptions)
        .sinkTo(Streams.union(rows));
  }

  private DataStream<RowData> plan(ResolvedFlow flow) {
    return streams.plan(flow.query().table(tables), uid(flow), ChangelogMode.insertOnly());
  }

  static String uid(ResolvedFlow flow) {
    return "flow/" + flow.name();
  }
}
