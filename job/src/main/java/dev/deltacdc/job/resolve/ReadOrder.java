/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Pipeline;
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
  private final Diagnostics diagnostics;
  private final List<Statement> ordered = new ArrayList<>();
  private final Set<TableName> done = new HashSet<>();
  private final List<TableName> path = new ArrayList<>();
  private final Set<TableName> circular = new HashSet<>();

  ReadOrder(Pipeline pipeline, Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    for (ViewSpec view : pipeline.views()) {
      statements.putIfAbsent(view.name(), view);
      reads(view.name()).addAll(TableReferences.in(view.query(), view.namespace()));
    }
    pipeline.tables().forEach(table -> statements.putIfAbsent(table.name(), table));
    pipeline.cdcFlows().forEach(flow -> reads(flow.target()).add(flow.source()));
    pipeline
        .appendFlows()
        .forEach(
            flow ->
                reads(flow.target()).addAll(TableReferences.in(flow.query(), flow.namespace())));
    statements.keySet().forEach(this::visit);
  }

  private List<TableName> reads(TableName reader) {
    return reads.computeIfAbsent(reader, name -> new ArrayList<>());
  }

  /** Views and tables, but for those of circles. */
  List<Statement> ordered() {
    return ordered;
  }

  /** The views and tables of circles. */
  Set<TableName> circular() {
    return circular;
  }

  /** Whether a view or a flow reads it. */
  boolean isRead(TableName name) {
    return reads.values().stream().anyMatch(names -> names.contains(name));
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
              statement instanceof StreamingTableSpec ? "table" : "view", circle));
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
