/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.TableReferences;
import dev.deltacdc.job.pipeline.ViewSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts views after those they read, by depth-first search; reports circles. */
final class ViewOrder {

  private final Map<TableName, ViewSpec> views = new LinkedHashMap<>();
  private final Diagnostics diagnostics;
  private final List<ViewSpec> ordered = new ArrayList<>();
  private final Set<TableName> done = new HashSet<>();
  private final List<TableName> path = new ArrayList<>();
  private final Set<TableName> circular = new HashSet<>();

  ViewOrder(List<ViewSpec> specs, Diagnostics diagnostics) {
    specs.forEach(view -> views.putIfAbsent(view.name(), view));
    this.diagnostics = diagnostics;
  }

  List<ViewSpec> ordered() {
    views.values().forEach(this::visit);
    return ordered;
  }

  /** The views of circles; they are not among the ordered. */
  Set<TableName> circular() {
    return circular;
  }

  private void visit(ViewSpec view) {
    if (done.contains(view.name())) {
      return;
    }
    int at = path.indexOf(view.name());
    if (at >= 0) {
      diagnostics.error(
          ResolveErrors.cycle(view.name(), List.copyOf(path.subList(at, path.size()))));
      circular.addAll(path.subList(at, path.size()));
      return;
    }
    path.add(view.name());
    for (TableName read : TableReferences.in(view.query(), view.namespace())) {
      if (views.containsKey(read)) {
        visit(views.get(read));
      }
    }
    path.remove(path.size() - 1);
    if (done.add(view.name()) && !circular.contains(view.name())) {
      ordered.add(view);
    }
  }
}
