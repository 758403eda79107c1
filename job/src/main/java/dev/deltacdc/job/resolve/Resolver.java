/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.AppendFlowSpec;
import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.ViewSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** Binds names and finds types; touches no data. */
public final class Resolver {

  private final Pipeline pipeline;
  private final Settings settings;
  private final Diagnostics diagnostics;
  private final Planner planner;
  private final Scope scope;
  private final List<Relation> relations = new ArrayList<>();
  private final List<ResolvedTarget> targets = new ArrayList<>();
  private final List<ResolvedFlow> flows = new ArrayList<>();

  private Resolver(Pipeline pipeline, Settings settings, StreamTableEnvironment env) {
    this.pipeline = pipeline;
    this.settings = settings;
    this.diagnostics = new Diagnostics(pipeline.file());
    this.planner = new Planner(env, diagnostics);
    this.scope = new Scope(pipeline);
  }

  /**
   * Resolves a file; every error is found, not only the first. Statements that could not be read
   * are not blamed a second time.
   *
   * @param env a fresh environment in streaming mode; it is filled with catalogs and tables that
   *     can be planned but not run: make another one for the job
   */
  public static Resolution resolve(
      Pipeline pipeline, Settings settings, StreamTableEnvironment env) {
    return new Resolver(pipeline, settings, env).resolve();
  }

  private Resolution resolve() {
    diagnostics.addAll(settings.diagnostics());
    Set<Namespace> namespaces = namespaces();
    PipelineCatalogs.register(planner.env(), namespaces);
    new NameCheck(diagnostics).check(pipeline, settings.quarantineTable());
    relations();
    targets();
    List<ResolvedSnapshot> snapshots = new ArrayList<>();
    SnapshotResolver resolver = new SnapshotResolver(pipeline, settings, targets, diagnostics);
    pipeline.snapshots().forEach(spec -> resolver.resolve(spec).ifPresent(snapshots::add));
    if (!diagnostics.hasErrors() && pipeline.complete() && flows.isEmpty()) {
      diagnostics.error(ResolveErrors.nothingToDo());
    }
    if (diagnostics.hasErrors() || !pipeline.complete()) {
      return new Resolution(Optional.empty(), diagnostics.all());
    }
    List<ResolvedTarget> timed = targets.stream().map(target -> timed(target, snapshots)).toList();
    return new Resolution(
        Optional.of(
            new ResolvedPipeline(
                settings, List.copyOf(namespaces), relations, timed, flows, snapshots)),
        diagnostics.all());
  }

  private Set<Namespace> namespaces() {
    Set<Namespace> namespaces = new LinkedHashSet<>();
    namespaces.add(Namespace.NONE);
    pipeline.sources().stream()
        .map(SourceSpec::name)
        .map(PipelineCatalogs::namespaceOf)
        .forEach(namespaces::add);
    for (ViewSpec view : pipeline.views()) {
      namespaces.add(PipelineCatalogs.namespaceOf(view.name()));
      namespaces.add(view.namespace());
    }
    pipeline.appendFlows().stream().map(AppendFlowSpec::namespace).forEach(namespaces::add);
    return namespaces;
  }

  private void relations() {
    SourceResolver sources = new SourceResolver(scope, planner);
    Set<TableName> seen = new LinkedHashSet<>();
    for (SourceSpec source : pipeline.sources()) {
      if (seen.add(source.name())) {
        sources.resolve(source).ifPresent(relations::add);
      }
    }
    ViewResolver views = new ViewResolver(scope, planner);
    ViewOrder order = new ViewOrder(pipeline.views(), diagnostics);
    List<ViewSpec> ordered = order.ordered();
    order.circular().forEach(scope::fail);
    for (ViewSpec view : ordered) {
      if (seen.add(view.name())) {
        views.resolve(view).ifPresent(relations::add);
      }
    }
  }

  private void targets() {
    CdcFlowResolver cdcFlows = new CdcFlowResolver(scope, planner);
    AppendFlowResolver appendFlows = new AppendFlowResolver(scope, planner);
    for (CdcFlowSpec flow : pipeline.cdcFlows()) {
      declared(flow.target());
    }
    for (AppendFlowSpec flow : pipeline.appendFlows()) {
      declared(flow.target());
    }
    List<CdcFlow> cdc =
        pipeline.cdcFlows().stream().map(cdcFlows::resolve).flatMap(Optional::stream).toList();
    List<AppendFlow> append =
        pipeline.appendFlows().stream()
            .map(appendFlows::resolve)
            .flatMap(Optional::stream)
            .toList();
    for (StreamingTableSpec table : pipeline.tables()) {
      target(table, cdc, append);
    }
  }

  private void declared(TableName target) {
    if (!scope.isTarget(target) && scope.isComplete()) {
      diagnostics.error(ResolveErrors.undeclaredTarget(target, scope.targetNames()));
    }
  }

  private void target(StreamingTableSpec table, List<CdcFlow> cdc, List<AppendFlow> append) {
    List<TargetFlow> into = new ArrayList<>();
    cdc.stream().filter(flow -> flow.spec().target().equals(table.name())).forEach(into::add);
    append.stream().filter(flow -> flow.spec().target().equals(table.name())).forEach(into::add);
    boolean named =
        pipeline.cdcFlows().stream().anyMatch(flow -> flow.target().equals(table.name()))
            || pipeline.appendFlows().stream().anyMatch(flow -> flow.target().equals(table.name()));
    if (!named && scope.isComplete()) {
      diagnostics.error(ResolveErrors.neverFilled(table.name()));
    }
    if (into.isEmpty()) {
      return; // the flows' own errors are reported
    }
    new TargetResolver(table, into, planner)
        .resolve()
        .ifPresent(
            target -> {
              targets.add(target);
              flows.addAll(new FlowQueries(table, target, scope, planner).resolve(into));
            });
  }

  /** With the event time of its snapshots. */
  private static ResolvedTarget timed(ResolvedTarget target, List<ResolvedSnapshot> snapshots) {
    return snapshots.stream()
        .filter(snapshot -> snapshot.source().equals(target.name()))
        .map(ResolvedSnapshot::eventTime)
        .findFirst()
        .map(target::withEventTime)
        .orElse(target);
  }
}
