/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.Changelog;
import dev.deltacdc.job.resolve.KeyedSchema;
import dev.deltacdc.job.resolve.PipelineCatalogs;
import dev.deltacdc.job.resolve.PlannedQuery;
import dev.deltacdc.job.resolve.ReadTarget;
import dev.deltacdc.job.resolve.Relation;
import dev.deltacdc.job.resolve.ResolvedExpectation;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.ResolvedView;
import dev.deltacdc.job.resolve.ScanTable;
import dev.deltacdc.job.source.Reading;
import dev.deltacdc.job.source.SourceDefinition;
import dev.deltacdc.job.source.SourceStreams;
import dev.deltacdc.job.triggered.EndOfRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.RowData;

/**
 * The sources, views and targets that flows of one generation read, made known to their queries;
 * what several of them read is one stream, and a target is one for all generations.
 */
final class Relations {

  private final StreamExecutionEnvironment env;
  private final StreamTableEnvironment tables;
  private final StreamTables streams;
  private final CheckedRows checked;
  private final Rejects rejects;
  private final Recording recording;
  private final TopologyOptions options;
  private final ResolvedPipeline pipeline;
  private final List<ResolvedFlow> flows;
  private final int generation;
  private final Set<TableName> used;
  private final Map<TableName, DataStream<RowData>> opened = new HashMap<>();
  private final List<String> notices = new ArrayList<>();
  private final Readings readings;
  private final Selection selection;
  private final QueryPlans plans;
  private final List<String> held = new ArrayList<>();

  Relations(
      StreamExecutionEnvironment env,
      CheckedRows checked,
      Rejects rejects,
      Recording recording,
      TopologyOptions options,
      ResolvedPipeline pipeline,
      List<ResolvedFlow> flows,
      int generation,
      Selection selection) {
    this.env = env;
    this.tables = StreamTableEnvironment.create(env);
    this.streams = StreamTables.on(env, tables);
    this.checked = checked;
    this.rejects = rejects;
    this.recording = recording;
    this.options = options;
    this.pipeline = pipeline;
    this.flows = flows;
    this.generation = generation;
    this.selection = selection;
    this.used = used(pipeline, flows);
    this.readings = new Readings(pipeline, flows, options.until());
    this.plans = new QueryPlans(pipeline, env.getConfiguration());
  }

  /**
   * Opens the sources that the flows read, directly or through views; nothing else is read at all.
   *
   * @return what is wrong with them, in words for the user
   */
  List<String> open() {
    List<String> problems = new ArrayList<>();
    for (ResolvedSource source : pipeline.sources()) {
      if (!used.contains(source.name())) {
        continue;
      }
      if (source.scan() == null) {
        readings.problem(source).ifPresent(problems::add);
      } else {
        try {
          opened.put(source.name(), stream(source));
        } catch (IllegalArgumentException e) {
          problems.add(StartRule.SOURCE_NOT_OPENED.broken(e.getMessage()));
        }
      }
    }
    return problems;
  }

  /** What a run of chosen tables leaves unread and has no place to stay at. */
  List<String> unreadWithoutState() {
    StartPoint start = options.start();
    List<String> problems = new ArrayList<>();
    for (ResolvedSource source : pipeline.sources()) {
      String uid = Generations.uid("source", source.name().key(), generation);
      boolean known = start.certain() || !start.withState().isEmpty();
      if (opened.containsKey(source.name())
          && !selection.reads(uid)
          && known
          && !start.withState().contains(uid + "/read")) {
        problems.add(selection.withoutState(source.name(), uid));
      }
    }
    return problems;
  }

  /** What the user should know of the sources that were opened. */
  List<String> notices() {
    return notices;
  }

  /** Prepares the names of queries. */
  void registerNames() {
    PipelineCatalogs.register(tables, pipeline);
  }

  /**
   * Makes a relation known to queries, if any reads it; those that it reads are known already.
   *
   * @param target gives the rows of a target
   */
  void register(Relation relation, Function<ReadTarget, DataStream<RowData>> target) {
    if (!used.contains(relation.name())) {
      return;
    }
    ScanTable scan = relation.scan();
    if (scan != null) {
      DataStream<RowData> rows;
      if (relation instanceof ResolvedView view) {
        rows = stream(view);
      } else if (relation instanceof ReadTarget read) {
        rows = target.apply(read);
      } else {
        rows = opened.get(relation.name());
      }
      streams.register(
          scan.table().asSerializableString(), scan.schema(), rows, scan.changelog().mode());
    }
    relation.statements().forEach(tables::executeSql);
  }

  /** The rows of a flow's query, which are only added. */
  DataStream<RowData> plan(ResolvedFlow flow, String uid) {
    return plan(flow, uid, Changelog.INSERT_ONLY);
  }

  /**
   * The rows of a flow's query.
   *
   * @param accepted how they may change
   */
  DataStream<RowData> plan(ResolvedFlow flow, String uid, Changelog accepted) {
    DataStream<RowData> rows =
        plan(
            flow.query(), uid, flow.reads(), Step.flow(flow.name()), flow.expectations(), accepted);
    if (options.until() == Reading.Until.DECLARED || !readsSourcesOfOthers(flow)) {
      return rows;
    }
    held.add(EndOfRun.uid(uid));
    return EndOfRun.behind(rows, EndOfRun.uid(uid));
  }

  private boolean readsSourcesOfOthers(ResolvedFlow flow) {
    Set<TableName> read = used(pipeline, List.of(flow));
    return pipeline.sources().stream()
        .anyMatch(source -> source.scan() == null && read.contains(source.name()));
  }

  /**
   * The changes of a view's rows by its key, in order.
   *
   * @param rows changes of the query's rows, with the key's bytes as the last column
   * @return changes by that column; an update is its row after
   */
  DataStream<RowData> byKey(
      ResolvedFlow.View flow, ResolvedTarget target, DataStream<RowData> rows, String uid) {
    Schema schema = KeyedSchema.ofKeyColumn(target.rowType());
    String unkeyed = PipelineCatalogs.unkeyedIdentifier(target.name()).asSerializableString();
    streams.register(
        unkeyed,
        KeyedSchema.of(KeyedSchema.withKeyColumn(target.rowType()), List.of()),
        rows,
        flow.insertOnly() ? ChangelogMode.insertOnly() : ChangelogMode.all());
    return streams.plan(
        tables.from(unkeyed),
        schema,
        uid + "/" + plans.key(),
        uid,
        Changelog.UPSERT.mode(),
        Step.flow(flow.name()),
        List.of());
  }

  private DataStream<RowData> plan(
      PlannedQuery query,
      String uid,
      List<TableName> reads,
      Step step,
      List<ResolvedExpectation> expectations,
      Changelog accepted) {
    return streams.plan(
        query.table(tables),
        null,
        uid + "/" + plans.digest(query, reads),
        uid,
        accepted.mode(),
        step,
        query.fields(expectations));
  }

  /**
   * What is wrong with going on from the state of planned operators: it is there, but for another
   * query. One problem for each flow or view.
   */
  List<String> changedQueries(Set<String> withState) {
    List<String> problems = new ArrayList<>();
    for (ResolvedFlow flow : flows) {
      String uid = Generations.uid("flow", flow.name(), generation);
      if (plans.isOfOther(withState, uid, flow.query(), flow.reads())) {
        problems.add(changed("flow " + flow.name(), List.of(flow)));
      }
    }
    for (ResolvedView view : pipeline.views()) {
      String uid = Generations.uid("view", view.name().key(), generation);
      if (view.query() != null
          && used.contains(view.name())
          && plans.isOfOther(withState, uid, view.query(), view.reads())) {
        problems.add(
            changed(
                "view " + view.name(),
                flows.stream()
                    .filter(flow -> used(pipeline, List.of(flow)).contains(view.name()))
                    .toList()));
      }
    }
    return problems;
  }

  private String changed(String what, List<ResolvedFlow> changed) {
    return StartRule.CHANGED_QUERY.broken(
        "The query of "
            + what
            + " keeps state (a join, an aggregate, a source of Flink's own) and was changed, or a"
            + " setting table.… or pipeline.time-zone by which it is planned, so its state does not"
            + " fit any more. Nothing was written. Change it back, or give "
            + Generations.options(
                changed.stream()
                    .flatMap(flow -> Generations.together(pipeline, flow.target()).stream())
                    .distinct()
                    .toList())
            + ".");
  }

  /** See {@link StreamTables#generated}. */
  Map<String, GeneratedCode> generated() {
    return streams.generated();
  }

  /** What flows read, directly or through views. */
  static Set<TableName> used(ResolvedPipeline pipeline, List<ResolvedFlow> flows) {
    return used(pipeline, flows, /* throughTargets= */ false);
  }

  /** What the rows of flows come from: through views, and through targets that they read. */
  static Set<TableName> upstream(ResolvedPipeline pipeline, List<ResolvedFlow> flows) {
    return used(pipeline, flows, /* throughTargets= */ true);
  }

  private static Set<TableName> used(
      ResolvedPipeline pipeline, List<ResolvedFlow> flows, boolean throughTargets) {
    Set<TableName> used = new HashSet<>();
    flows.forEach(flow -> used.addAll(flow.reads()));
    List<Relation> readersFirst = new ArrayList<>(pipeline.relations());
    Collections.reverse(readersFirst);
    for (Relation relation : readersFirst) {
      if (relation instanceof ResolvedView view && used.contains(view.name())) {
        used.addAll(view.reads());
      } else if (throughTargets
          && relation instanceof ReadTarget target
          && used.contains(target.name())) {
        pipeline.flowsInto(target.name()).forEach(flow -> used.addAll(flow.reads()));
      }
    }
    return used;
  }

  /** Uids of the operators that say when sources are read. */
  List<String> held() {
    return held;
  }

  private DataStream<RowData> stream(ResolvedSource source) {
    String uid = Generations.uid("source", source.name().key(), generation);
    Reading reading = readings.of(source, !selection.reads(uid));
    if (reading.isHeld()) {
      held.add(EndOfRun.uid(uid));
    }
    QuarantineSource quarantine = new QuarantineSource(pipeline.settings(), options);
    quarantine.prepare(source);
    SourceDefinition definition =
        new SourceDefinition(
            source.name().toString(),
            source.schema().needing(needed(source)),
            source.options(),
            options.baseDir(),
            pipeline.settings().timeZone(),
            PipelineTopology.onInvalid(pipeline.settings()),
            options.lake().hadoop());
    SingleOutputStreamOperator<RowData> rows =
        recording.of(SourceStreams.create(env, definition, uid, reading, notices::add));
    return quarantine.withoutOwn(source, rejects.of(rows), uid);
  }

  /**
   * The keys of the tables that are made from a source, by the names that they have there, and what
   * their flows tell upserts from deletes by, and the order: a NULL there is another event.
   */
  private Set<String> needed(ResolvedSource source) {
    Set<String> needed = new HashSet<>();
    for (ResolvedFlow flow : flows) {
      if (used(pipeline, List.of(flow)).contains(source.name())) {
        pipeline
            .target(flow.target())
            .filter(ResolvedTarget::upsert)
            .map(ResolvedTarget::keyNames)
            .ifPresent(needed::addAll);
        if (flow instanceof ResolvedFlow.Cdc cdc) {
          needed.addAll(cdc.decisive());
        }
      }
    }
    return needed;
  }

  private DataStream<RowData> stream(ResolvedView view) {
    String uid = Generations.uid("view", view.name().key(), generation);
    return checked.ofView(
        plan(
            view.query(),
            uid,
            view.reads(),
            Step.view(view.name().toString()),
            view.expectations(),
            Changelog.INSERT_ONLY),
        view,
        uid);
  }
}
