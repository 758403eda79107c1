/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the job runs.
 *
 * @param namespaces of the names in the file; {@link PipelineCatalogs} makes them known to an
 *     environment
 * @param relations sources, views and the targets that are read, each after those it reads
 */
public record ResolvedPipeline(
    Settings settings,
    List<Namespace> namespaces,
    List<Relation> relations,
    List<ResolvedTarget> targets,
    List<ResolvedFlow> flows,
    List<ResolvedSnapshot> snapshots) {

  public ResolvedPipeline {
    namespaces = List.copyOf(namespaces);
    relations = List.copyOf(relations);
    targets = List.copyOf(targets);
    flows = List.copyOf(flows);
    snapshots = List.copyOf(snapshots);
  }

  public List<ResolvedSource> sources() {
    return relations.stream()
        .filter(ResolvedSource.class::isInstance)
        .map(ResolvedSource.class::cast)
        .toList();
  }

  public List<ResolvedView> views() {
    return relations.stream()
        .filter(ResolvedView.class::isInstance)
        .map(ResolvedView.class::cast)
        .toList();
  }

  public Optional<ResolvedTarget> target(TableName name) {
    return targets.stream().filter(target -> target.name().equals(name)).findFirst();
  }

  /** Whether flows of other targets read a target, directly or through views. */
  public boolean isRead(TableName target) {
    return relations.stream()
        .anyMatch(relation -> relation instanceof ReadTarget && relation.name().equals(target));
  }

  /** The ways in which a target is read. */
  public List<ReadTarget> readTargets(TableName target) {
    return relations.stream()
        .filter(ReadTarget.class::isInstance)
        .map(ReadTarget.class::cast)
        .filter(read -> read.name().equals(target))
        .toList();
  }

  public List<ResolvedFlow> flowsInto(TableName target) {
    return flows.stream().filter(flow -> flow.target().equals(target)).toList();
  }

  public List<ResolvedSnapshot> snapshotsOf(TableName target) {
    return snapshots.stream().filter(snapshot -> snapshot.source().equals(target)).toList();
  }

  /** The table that flows fill: the one that a snapshot is of, else the table itself. */
  public TableName filled(TableName table) {
    return snapshots.stream()
        .filter(snapshot -> snapshot.name().equals(table))
        .map(ResolvedSnapshot::source)
        .findFirst()
        .orElse(table);
  }

  /** All tables that are written: streaming tables, snapshots, quarantine. */
  public List<TableName> tables() {
    List<TableName> tables = new ArrayList<>();
    targets.stream().map(ResolvedTarget::name).forEach(tables::add);
    snapshots.stream().map(ResolvedSnapshot::name).forEach(tables::add);
    tables.add(settings.quarantineTable());
    return tables;
  }
}
