/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import dev.deltacdc.job.pipeline.AppendFlowSpec;
import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.MaterializedViewSpec;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.SnapshotSpec;
import dev.deltacdc.job.pipeline.Statement;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import dev.deltacdc.job.pipeline.ViewSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The statements of a pipeline file as they stand there. Not those of sources and settings, whose
 * values may be secret.
 */
public final class StatementTexts {

  private final Map<String, String> texts = new HashMap<>();
  private final List<String> lines;
  private final TreeSet<Position> starts = new TreeSet<>();

  /**
   * @param lines of the file
   */
  public StatementTexts(List<Statement> statements, List<String> lines) {
    this.lines = lines;
    statements.forEach(statement -> starts.add(statement.position()));
    for (Statement statement : statements) {
      String key = key(statement);
      if (key != null) {
        texts.put(key, text(statement.position()));
      }
    }
  }

  /** The text of a view, table, snapshot or flow, by {@code kind/name}; empty if there is none. */
  public String of(String key) {
    return texts.getOrDefault(key, "");
  }

  private static String key(Statement statement) {
    if (statement instanceof ViewSpec view) {
      return "view/" + view.name();
    }
    if (statement instanceof StreamingTableSpec table) {
      return "table/" + table.name();
    }
    if (statement instanceof MaterializedViewSpec view) {
      return "table/" + view.name();
    }
    if (statement instanceof SnapshotSpec snapshot) {
      return "snapshot/" + snapshot.name();
    }
    if (statement instanceof CdcFlowSpec flow) {
      return "flow/" + flow.name().text();
    }
    return statement instanceof AppendFlowSpec flow ? "flow/" + flow.name().text() : null;
  }

  /** Up to the last semicolon before the next statement. */
  private String text(Position start) {
    Position next = starts.higher(start);
    StringBuilder text = new StringBuilder();
    int last = next == null ? lines.size() : next.line();
    for (int line = start.line(); line <= last; line++) {
      String of = lines.get(line - 1);
      int from = line == start.line() ? start.column() - 1 : 0;
      int to = next != null && line == next.line() ? next.column() - 1 : of.length();
      text.append(of, Math.min(from, of.length()), Math.max(from, Math.min(to, of.length())));
      text.append('\n');
    }
    int end = text.lastIndexOf(";");
    return (end < 0 ? text.toString() : text.substring(0, end + 1)).strip();
  }
}
