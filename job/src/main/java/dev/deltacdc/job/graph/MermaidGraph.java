/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A graph as a Mermaid flowchart, which Markdown viewers draw. */
public final class MermaidGraph {
  private MermaidGraph() {}

  public static String print(PipelineGraph graph) {
    StringBuilder text = new StringBuilder("flowchart LR\n");
    Map<String, String> ids = new HashMap<>();
    for (PipelineGraph.Node node : graph.nodes()) {
      // Names may hold what Mermaid reads as syntax.
      String id = "n" + ids.size();
      ids.put(node.name(), id);
      String label =
          Stream.concat(Stream.of(node.name()), node.details().stream())
              .map(MermaidGraph::escaped)
              .collect(Collectors.joining("<br/>"));
      text.append("  ").append(id).append(shape(node.kind(), label)).append('\n');
    }
    for (PipelineGraph.Edge edge : graph.edges()) {
      text.append("  ").append(ids.get(edge.from())).append(" -->");
      if (!edge.label().isEmpty()) {
        text.append("|\"").append(escaped(edge.label())).append("\"|");
      }
      text.append(' ').append(ids.get(edge.to())).append('\n');
    }
    return text.toString();
  }

  private static String shape(PipelineGraph.Kind kind, String label) {
    return switch (kind) {
      case SOURCE -> "([\"" + label + "\"])";
      case VIEW -> "[\"" + label + "\"]";
      case TABLE, MATERIALIZED_VIEW, HISTORY, SNAPSHOT, QUARANTINE -> "[(\"" + label + "\")]";
    };
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("\"", "&quot;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("#", "&#35;");
  }
}
