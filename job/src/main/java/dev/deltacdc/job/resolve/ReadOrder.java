/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.pipeline.Statement;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.TableReferences;
import dev.deltacdc.job.pipeline.ViewSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts views and targets after those they read, by depth-first search; reports circles. */
final class ReadOrder {

  private final Map<TableName, Statement> statements = new LinkedHashMap<>();
  private final Map<TableName, List<TableName>> reads = new HashMap<>();
  private final Set<TableName> asStream = new HashSet<>();
  private final Set<TableName> asRows = new HashSet<>();
  private final Diagnostics diagnostics;
  private final List<Statement> ordered = new ArrayList<>();
  private final Set<TableName> done = new HashSet<>();
  private final List<TableName> path = new ArrayList<>();
  private final Set<TableName> circular = new HashSet<>();

  ReadOrder(Pipeline pipeline, Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    for (ViewSpec view : pipeline.views()) {
      statements.putIfAbsent(view.name(), view);
      read(view.name(), view.query(), view.namespace());
    }
    pipeline.tables().forEach(table -> statements.putIfAbsent(table.name(), table));
    for (CdcFlowSpec flow : pipeline.cdcFlows()) {
      reads(flow.target()).add(flow.source());
      asStream.add(flow.source());
    }
    pipeline.appendFlows().forEach(flow -> read(flow.target(), flow.query(), flow.namespace()));
    pipeline.materializedViews().forEach(view -> read(view.name(), view.query(), view.namespace()));
    statements.keySet().forEach(this::visit);
  }

  private List<TableName> reads(TableName reader) {
    return reads.computeIfAbsent(reader, name -> new ArrayList<>());
  }

  private void read(TableName reader, SqlText query, Namespace namespace) {
    for (TableName name : TableReferences.in(query, namespace)) {
      reads(reader).add(name);
      (query.streamed().contains(name.position()) ? asStream : asRows).add(name);
    }
  }

  /** Views and tables, but for those of circles. */
  List<Statement> ordered() {
    return ordered;
  }

  /** The views and tables of circles. */
  Set<TableName> circular() {
    return circular;
  }

  /** How views and flows read it, if any does. */
  ReadTargetResolver.Ways ways(TableName name) {
    return new ReadTargetResolver.Ways(asStream.contains(name), asRows.contains(name));
  }

  private void visit(TableName name) {
    if (done.contains(name)) {
      return;
    }
    Statement statement = statements.get(name);
    int at = path.indexOf(name);
    if (at >= 0) {
      List<TableName> circle = List.copyOf(path.subList(at, path.size()));
      diagnostics.error(
          DownstreamErrors.cycle(
              statement instanceof StreamingTableSpec table && !table.materializedView()
                  ? "table"
                  : "view",
              circle));
      circular.addAll(circle);
      return;
    }
    path.add(name);
    reads(name).stream().filter(statements::containsKey).forEach(this::visit);
    path.remove(path.size() - 1);
    if (done.add(name) && !circular.contains(name)) {
      ordered.add(statement);
    }
  }
}
