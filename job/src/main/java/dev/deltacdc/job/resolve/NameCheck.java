/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.AppendFlowSpec;
import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.MaterializedViewSpec;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.SnapshotSpec;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.pipeline.Statement;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.ViewSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Names: each once, tables of the lake side by side. */
final class NameCheck {

  private record Taken(String kind, Position position) {}

  private final Map<String, Taken> tables = new HashMap<>();
  private final Map<String, Taken> flows = new HashMap<>();
  private final List<TableName> inLake = new ArrayList<>();
  private final Diagnostics diagnostics;

  NameCheck(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  void check(Pipeline pipeline, TableName quarantine) {
    for (Statement statement : pipeline.statements()) {
      if (statement instanceof SourceSpec source) {
        table(source.name(), "source");
      } else if (statement instanceof ViewSpec view) {
        table(view.name(), "view");
      } else if (statement instanceof StreamingTableSpec table) {
        lakeTable(
            table.name(),
            table.materializedView() ? "materialized view" : "streaming table",
            quarantine);
      } else if (statement instanceof SnapshotSpec snapshot) {
        lakeTable(snapshot.name(), "snapshot table", quarantine);
      } else if (statement instanceof CdcFlowSpec flow) {
        flow(flow.name());
      } else if (statement instanceof AppendFlowSpec flow) {
        flow(flow.name());
      } else if (statement instanceof MaterializedViewSpec view && isFirst(view)) {
        flow(view.name().identifier());
      }
    }
    nested(quarantine);
    flowsAndViews();
  }

  private void table(TableName name, String kind) {
    take(tables, name.key(), name.toString(), kind, name.position());
  }

  private void lakeTable(TableName name, String kind, TableName quarantine) {
    table(name, kind);
    if (name.equals(quarantine)) {
      diagnostics.error(ResolveErrors.quarantineName(name.position(), name.toString()));
    }
    inLake.add(name);
  }

  /** Whether the view's own name is not taken: one error is enough. */
  private boolean isFirst(MaterializedViewSpec view) {
    return tables.get(view.name().key()).position().equals(view.name().position());
  }

  private void flow(Identifier name) {
    take(flows, name.text().toLowerCase(Locale.ROOT), name.text(), "flow", name.position());
  }

  private void take(
      Map<String, Taken> names, String key, String name, String kind, Position position) {
    Taken taken = names.putIfAbsent(key, new Taken(kind, position));
    if (taken != null) {
      diagnostics.error(ResolveErrors.duplicate(position, taken.kind(), name, taken.position()));
    }
  }

  /** The quarantine table keeps the events of both apart by name. */
  private void flowsAndViews() {
    flows.forEach(
        (name, flow) -> {
          Taken view = tables.get(name);
          if (view != null && view.kind().equals("view")) {
            diagnostics.error(
                ResolveErrors.duplicate(flow.position(), view.kind(), name, view.position()));
          }
        });
  }

  private void nested(TableName quarantine) {
    for (TableName outer : inLake) {
      for (TableName inner : inLake) {
        nested(inner, outer, inner.position());
      }
      nested(quarantine, outer, outer.position());
      nested(outer, quarantine, outer.position());
    }
  }

  private void nested(TableName inner, TableName outer, Position at) {
    if (inner.key().startsWith(outer.key() + ".")) {
      diagnostics.error(ResolveErrors.nested(at, inner, outer));
    }
  }
}
