/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.AppendFlowSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.MaterializedViewSpec;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.pipeline.Statement;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.ViewSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** Binds names and finds types; touches no data. */
public final class Resolver {

  private final Pipeline pipeline;
  private final Settings settings;
  private final Diagnostics diagnostics;
  private final Planner planner;
  private final Scope scope;
  private final Set<TableName> seen = new HashSet<>();
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
    ReadOrder order = new ReadOrder(pipeline, diagnostics);
    Set<Namespace> namespaces = namespaces(order);
    PipelineCatalogs.register(planner.env(), namespaces);
    new NameCheck(diagnostics).check(pipeline, settings.quarantineTable());
    sources();
    viewsAndTargets(order);
    List<ResolvedSnapshot> snapshots = new ArrayList<>();
    SnapshotResolver resolver =
        new SnapshotResolver(pipeline, settings, scope, targets, diagnostics);
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

  private Set<Namespace> namespaces(ReadOrder order) {
    Set<Namespace> namespaces = new LinkedHashSet<>();
    namespaces.add(Namespace.NONE);
    pipeline.tables().stream()
        .map(StreamingTableSpec::name)
        .filter(name -> order.ways(name).both())
        .map(PipelineCatalogs::rowsNamespaceOf)
        .forEach(namespaces::add);
    pipeline.sources().stream()
        .map(SourceSpec::name)
        .map(PipelineCatalogs::namespaceOf)
        .forEach(namespaces::add);
    pipeline.tables().stream()
        .map(StreamingTableSpec::name)
        .map(PipelineCatalogs::namespaceOf)
        .forEach(namespaces::add);
    for (ViewSpec view : pipeline.views()) {
      namespaces.add(PipelineCatalogs.namespaceOf(view.name()));
      namespaces.add(view.namespace());
    }
    pipeline.appendFlows().stream().map(AppendFlowSpec::namespace).forEach(namespaces::add);
    pipeline.materializedViews().stream()
        .map(MaterializedViewSpec::namespace)
        .forEach(namespaces::add);
    return namespaces;
  }

  private void sources() {
    SourceResolver sources = new SourceResolver(scope, planner);
    for (SourceSpec source : pipeline.sources()) {
      if (seen.add(source.name())) {
        sources.resolve(source).ifPresent(relations::add);
      }
    }
  }

  /** Views and targets, each after those it reads. */
  private void viewsAndTargets(ReadOrder order) {
    ViewResolver views = new ViewResolver(scope, planner);
    FlowResolver resolver = new FlowResolver(pipeline, scope, planner);
    order.circular().forEach(scope::fail);
    for (Statement statement : order.ordered()) {
      if (statement instanceof ViewSpec view && seen.add(view.name())) {
        views.resolve(view).ifPresent(relations::add);
      } else if (statement instanceof StreamingTableSpec table) {
        ReadTargetResolver.Ways ways = order.ways(table.name());
        boolean read = (ways.asStream() || ways.asRows()) && seen.add(table.name());
        target(table, resolver, read ? ways : null);
      }
    }
    resolver.withoutTarget();
  }

  /**
   * @param ways how it is read, {@code null}: not at all
   */
  private void target(
      StreamingTableSpec table, FlowResolver resolver, @Nullable ReadTargetResolver.Ways ways) {
    long before = diagnostics.errors();
    List<TargetFlow> into = resolver.into(table);
    List<ResolvedFlow> resolved = new ArrayList<>();
    Optional<ResolvedTarget> target =
        into.isEmpty() ? Optional.empty() : new TargetResolver(table, into, planner).resolve();
    target = target.flatMap(known -> filled(table, known, into, resolved));
    target.ifPresent(targets::add);
    flows.addAll(resolved);
    if (target.isEmpty() || diagnostics.errors() > before) {
      scope.fail(table.name());
    } else if (ways != null) {
      relations.addAll(
          new ReadTargetResolver(scope, planner).resolve(target.get(), into, resolved, ways));
    }
  }

  /** The target with its flows; a view's query decides its key. */
  private Optional<ResolvedTarget> filled(
      StreamingTableSpec table,
      ResolvedTarget target,
      List<TargetFlow> into,
      List<ResolvedFlow> resolved) {
    FlowQueries queries = new FlowQueries(table, target, scope, planner);
    if (into.get(0) instanceof ViewFlow query) {
      Optional<FlowQueries.View> view = queries.resolve(query, pipeline, settings.timeZone());
      view.ifPresent(known -> resolved.add(known.flow()));
      return view.map(FlowQueries.View::target);
    }
    resolved.addAll(queries.resolve(into));
    return Optional.of(target);
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
