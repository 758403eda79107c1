/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.ReadTarget;
import dev.deltacdc.job.resolve.Relation;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.ResolvedView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Nodes and edges of a pipeline, each node after those it reads. */
public record PipelineGraph(List<Node> nodes, List<Edge> edges) {
  /** What a node is. */
  public enum Kind {
    SOURCE("source"),
    VIEW("view"),
    TABLE("table"),
    MATERIALIZED_VIEW("materialized view"),
    HISTORY("history table"),
    SNAPSHOT("snapshot table"),
    QUARANTINE("quarantine table");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A source, view or table.
   *
   * @param details what is to be known of it, a line each
   */
  public record Node(String name, Kind kind, List<String> details) {}

  /**
   * Rows go from one node to another.
   *
   * @param label the flow, empty where there is none
   */
  public record Edge(String from, String to, String label) {}

  public PipelineGraph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  public static PipelineGraph of(ResolvedPipeline pipeline) {
    List<Node> nodes = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    TableName quarantine = pipeline.settings().quarantineTable();
    for (ResolvedSource source : pipeline.sources()) {
      Kind kind = source.name().equals(quarantine) ? Kind.QUARANTINE : Kind.SOURCE;
      nodes.add(new Node(source.name().toString(), kind, Descriptions.of(source)));
    }
    Set<TableName> added = new HashSet<>();
    for (Relation relation : pipeline.relations()) {
      if (relation instanceof ResolvedView view) {
        nodes.add(new Node(view.name().toString(), Kind.VIEW, Descriptions.of(view)));
        for (TableName read : view.reads()) {
          edges.add(new Edge(read.toString(), view.name().toString(), ""));
        }
      } else if (relation instanceof ReadTarget read && added.add(read.name())) {
        add(pipeline.target(read.name()).orElseThrow(), pipeline, nodes, edges);
      }
    }
    pipeline.targets().stream()
        .filter(target -> !pipeline.isRead(target.name()))
        .forEach(target -> add(target, pipeline, nodes, edges));
    for (ResolvedSnapshot snapshot : pipeline.snapshots()) {
      nodes.add(new Node(snapshot.name().toString(), Kind.SNAPSHOT, Descriptions.of(snapshot)));
      edges.add(new Edge(snapshot.source().toString(), snapshot.name().toString(), "every day"));
    }
    // Where rejected events are repaired and replayed, it is a source of the pipeline, too.
    if (nodes.stream().noneMatch(node -> node.kind() == Kind.QUARANTINE)) {
      nodes.add(
          new Node(
              quarantine.toString(), Kind.QUARANTINE, List.of("rejected events of all steps")));
    }
    return new PipelineGraph(nodes, edges);
  }

  private static Kind kind(ResolvedTarget target) {
    if (target.isMaterializedView()) {
      return Kind.MATERIALIZED_VIEW;
    }
    return target.history() == null ? Kind.TABLE : Kind.HISTORY;
  }

  private static void add(
      ResolvedTarget target, ResolvedPipeline pipeline, List<Node> nodes, List<Edge> edges) {
    Kind kind = kind(target);
    nodes.add(new Node(target.name().toString(), kind, Descriptions.of(target)));
    for (ResolvedFlow flow : pipeline.flowsInto(target.name())) {
      for (TableName read : flow.reads()) {
        edges.add(new Edge(read.toString(), target.name().toString(), Descriptions.of(flow)));
      }
    }
  }

  boolean isRead(Node node) {
    return edges.stream().anyMatch(edge -> edge.from().equals(node.name()));
  }

  List<Edge> into(Node node) {
    return edges.stream().filter(edge -> edge.to().equals(node.name())).toList();
  }
}
