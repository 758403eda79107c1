/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.ReadTarget;
import dev.deltacdc.job.resolve.Relation;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.Settings;
import dev.deltacdc.job.resolve.WithoutState;
import dev.deltacdc.sink.DeltaSink;
import dev.deltacdc.sink.DeltaSinkOptions;
import dev.deltacdc.sink.DeltaSinkOptions.ExistingRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;

/**
 * Builds the job of a pipeline.
 *
 * <pre>
 *  sources ─► SQL ─┬─► change events ─► keyBy ─► order ─┬─► SCD 1 or 2 ► upsert sink
 *     │        │   │                                    └─► daily snapshot ► upsert sink
 *     │        │   └─► checked rows ──────────────────────────────────► append sink
 *     └────────┴─────────► rejected ──────────────────────────────────► quarantine
 * </pre>
 *
 * <p>A target that another flow reads goes into SQL again, beside its sink.
 *
 * <p>Uids are {@code source/NAME…}, {@code view/NAME…}, {@code flow/NAME…}, {@code table/NAME…} and
 * {@code quarantine…}: what one statement makes depends on no other. See {@link Generations}.
 */
public final class PipelineTopology {

  private final StreamExecutionEnvironment env;
  private final ResolvedPipeline pipeline;
  private final TopologyOptions options;
  private final Lake lake;
  private final DeltaSinkOptions sinkOptions;
  private final Generations generations;
  private final Map<String, Set<String>> readers;
  private final Selection selection;
  private final Rejects rejects = new Rejects();
  private final CheckedRows checked;
  private final Recording recording;
  private final Map<Integer, Relations> relations = new TreeMap<>();

  private PipelineTopology(
      StreamExecutionEnvironment env, ResolvedPipeline pipeline, TopologyOptions options) {
    this.env = env;
    this.options = options;
    this.lake = options.lake();
    this.sinkOptions = DeltaSinkOptions.from(Configuration.fromMap(pipeline.settings().sink()));
    this.generations = Generations.of(pipeline, options.start());
    this.readers = Recording.readers(pipeline, generations);
    this.selection = new Selection(pipeline, readers, options.chosen());
    this.pipeline =
        KeptColumns.in(pipeline, lake, target -> generations.isRefreshed(pipeline, target.name()));
    this.checked = new CheckedRows(onInvalid(pipeline.settings()), rejects);
    this.recording = new Recording(options.record());
  }

  /**
   * Adds the pipeline to the environment, after a look at all its tables; creates those that are
   * not there yet.
   *
   * @throws PipelineException with all problems that the user can solve; nothing was written then
   */
  public static Built build(
      StreamExecutionEnvironment env, ResolvedPipeline pipeline, TopologyOptions options) {
    return new PipelineTopology(env, pipeline, options).build();
  }

  /**
   * A job that was built.
   *
   * @param generated the classes that the planner wrote, by name
   * @param generations of all flows and tables
   * @param held uids of the operators that say when sources are read, in a run that is triggered
   * @param notices what the user should know of the sources
   * @param readers uids of the readers of sources from which the rows of each table come
   */
  public record Built(
      Map<String, GeneratedCode> generated,
      Map<String, Integer> generations,
      List<String> held,
      List<String> notices,
      Map<String, Set<String>> readers) {}

  private Built build() {
    List<String> problems = new ArrayList<>(generations.problems());
    problems.addAll(selection.problems());
    if (problems.isEmpty()) {
      problems.addAll(openRelations());
      problems.addAll(
          StartCheck.problems(
              OutputTable.all(pipeline, lake),
              lake,
              this::isFilledAnew,
              this::mayHaveRows,
              generations::goesOn,
              this::lost));
    }
    if (!problems.isEmpty()) {
      throw new PipelineException(problems);
    }
    addTargets();
    rejects.sinkTo(OutputTable.quarantine(pipeline.settings(), lake), lake, sinkOptions, recording);
    recording.end();
    Map<String, GeneratedCode> generated = new HashMap<>();
    relations.values().forEach(r -> generated.putAll(r.generated()));
    return new Built(
        generated,
        generations.all(),
        options.isTriggered() ? ofAll(Relations::held) : List.of(),
        notices(),
        readers);
  }

  private List<String> notices() {
    List<String> notices = new ArrayList<>();
    selection.notice().ifPresent(notices::add);
    notices.addAll(ofAll(Relations::notices));
    return notices;
  }

  private List<String> ofAll(Function<Relations, List<String>> part) {
    return relations.values().stream().flatMap(r -> part.apply(r).stream()).distinct().toList();
  }

  /** Opens the sources, for flows of each generation apart; returns what is wrong with them. */
  private List<String> openRelations() {
    Set<String> problems = new LinkedHashSet<>();
    for (int generation : generations.ofFlows(pipeline.flows())) {
      List<ResolvedFlow> flows =
          pipeline.flows().stream().filter(flow -> generations.of(flow) == generation).toList();
      Relations opened =
          new Relations(
              env, checked, rejects, recording, options, pipeline, flows, generation, selection);
      problems.addAll(opened.open());
      problems.addAll(opened.unreadWithoutState());
      problems.addAll(opened.changedQueries(options.start().withState()));
      relations.put(generation, opened);
    }
    return List.copyOf(problems);
  }

  /** Adds each target once, after those that it reads. */
  private void addTargets() {
    Set<TableName> added = new HashSet<>();
    relations.values().forEach(Relations::registerNames);
    Map<ReadTarget, DataStream<RowData>> rows = new HashMap<>();
    for (Relation relation : pipeline.relations()) {
      if (relation instanceof ReadTarget read && added.add(read.name())) {
        rows.putAll(add(pipeline.target(read.name()).orElseThrow()));
      }
      relations.values().forEach(r -> r.register(relation, rows::get));
    }
    pipeline.targets().stream().filter(target -> added.add(target.name())).forEach(this::add);
  }

  private boolean isRefreshed(TableName table) {
    return generations.isRefreshed(pipeline, table);
  }

  /**
   * A history that surely starts without state is filled anew where all events are said to come
   * again: rows of before would stand beside those that come. A materialized view has none of its
   * own: without state it is always filled anew. Its sink is told so at every start, for on a
   * cluster it alone knows whether there is state.
   */
  private boolean isFilledAnew(TableName table) {
    boolean history = pipeline.target(table).filter(target -> target.history() != null).isPresent();
    return isRefreshed(table)
        || (isMaterializedView(table) && !generations.goesOn(table))
        || (history
            && startsWithoutState(table)
            && pipeline.settings().withoutState() == WithoutState.REPLAY);
  }

  private boolean isMaterializedView(TableName table) {
    return pipeline.target(table).filter(ResolvedTarget::isMaterializedView).isPresent();
  }

  private boolean startsWithoutState(TableName table) {
    return options.start().certain() && !generations.goesOn(table);
  }

  private boolean mayHaveRows(TableName table) {
    return sinkOptions.existingRows() == ExistingRows.KEEP
        || !options.start().certain()
        || generations.goesOn(table);
  }

  /** Of tables that surely start without state; on a cluster their operators find out. */
  private Optional<String> lost(TableName table) {
    if (isRefreshed(table) || (isMaterializedView(table) && startsWithoutState(table))) {
      return refreshProblem(table);
    }
    return startsWithoutState(table)
        ? pipeline
            .target(table)
            .filter(ResolvedTarget::upsert)
            .flatMap(new LostState(pipeline)::problem)
        : Optional.empty();
  }

  /** A refresh that an earlier attempt of this start has begun was accepted then. */
  private Optional<String> refreshProblem(TableName table) {
    TableName filled = pipeline.filled(table);
    return options.start().begun().contains(filled)
        ? Optional.empty()
        : pipeline.target(filled).flatMap(new LostState(pipeline)::refreshProblem);
  }

  static OnInvalid onInvalid(Settings settings) {
    return settings.failOnInvalid() ? OnInvalid.FAIL : OnInvalid.QUARANTINE;
  }

  /** Writes a target; returns what those get that read it. */
  private Map<ReadTarget, DataStream<RowData>> add(ResolvedTarget target) {
    List<ResolvedFlow> flows = pipeline.flowsInto(target.name());
    List<ReadTarget> readers = pipeline.readTargets(target.name());
    if (target.upsert()) {
      return upsert(target, flows, readers);
    }
    DataStream<RowData> rows =
        flows.get(0) instanceof ResolvedFlow.View view
            ? view(target, view, !readers.isEmpty())
            : append(target, flows, readers);
    return readers.isEmpty() ? Map.of() : Map.of(readers.get(0), rows);
  }

  private Map<ReadTarget, DataStream<RowData>> upsert(
      ResolvedTarget target, List<ResolvedFlow> flows, List<ReadTarget> readers) {
    ChangedTable changed =
        new ChangedTable(
            pipeline,
            target,
            options,
            sinkOptions,
            rejects,
            recording,
            generations,
            isFilledAnew(target.name()));
    for (ResolvedFlow flow : flows) {
      changed.take((ResolvedFlow.Cdc) flow, plan(flow), uid(flow));
    }
    return changed.sink(readers);
  }

  private DataStream<RowData> view(ResolvedTarget target, ResolvedFlow.View flow, boolean read) {
    return new ViewTable(target, flow, lake, sinkOptions, checked, recording)
        .sink(relations.get(generations.of(flow)), read, uid(flow), uid(target));
  }

  private DataStream<RowData> append(
      ResolvedTarget target, List<ResolvedFlow> flows, List<ReadTarget> readers) {
    String uid = uid(target);
    boolean origin = readers.stream().anyMatch(read -> read.scan().hasOrigin());
    List<DataStream<RowData>> checkedRows = new ArrayList<>();
    for (ResolvedFlow flow : flows) {
      checkedRows.add(
          checked.ofFlow(plan(flow), (ResolvedFlow.Append) flow, target, origin, uid(flow)));
    }
    DataStream<RowData> rows = Streams.union(checkedRows);
    recording
        .of(DeltaSink.append(OutputTable.of(target, lake).table()))
        .name(target.name().toString())
        .uid(uid + "/sink")
        .hadoop(lake.hadoop())
        .options(sinkOptions)
        .refresh(isRefreshed(target.name()) || target.isMaterializedView())
        .sinkTo(origin ? CheckedRows.withoutOrigin(rows, target, uid) : rows);
    return rows;
  }

  private String uid(ResolvedTarget target) {
    return Generations.uid("table", target.name().key(), generations.ofTable(target.name()));
  }

  private DataStream<RowData> plan(ResolvedFlow flow) {
    return relations.get(generations.of(flow)).plan(flow, uid(flow));
  }

  private String uid(ResolvedFlow flow) {
    return Generations.uid("flow", flow.name(), generations.of(flow));
  }
}
