/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import java.util.List;

/** A graph for the terminal: each node with what it reads. */
public final class TextGraph {
  private TextGraph() {}

  public static String print(PipelineGraph graph) {
    StringBuilder text = new StringBuilder();
    for (PipelineGraph.Node node : graph.nodes()) {
      text.append(node.kind()).append(' ').append(node.name()).append('\n');
      node.details().forEach(detail -> text.append("    ").append(detail).append('\n'));
      List<PipelineGraph.Edge> edges = graph.into(node);
      for (PipelineGraph.Edge edge : edges) {
        text.append("  <- ").append(edge.from());
        if (!edge.label().isEmpty()) {
          text.append("   ").append(edge.label());
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
