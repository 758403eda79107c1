/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import dev.deltacdc.job.resolve.ReadTarget;
import dev.deltacdc.job.resolve.Relation;
import dev.deltacdc.job.resolve.ResolvedExpectation;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.ResolvedView;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * What the page tells of a node beside its place in the graph.
 *
 * @param comment {@code null} if it has none
 * @param sql its statement as the file has it, empty where that may hold secrets
 * @param columns of its rows, {@code null} where only the planner knows them
 * @param flows into it
 */
record NodeDetails(
    @Nullable String comment,
    String sql,
    @Nullable RowType columns,
    List<Expected> expectations,
    List<FlowDetails> flows) {

  /**
   * An expectation.
   *
   * @param action what becomes of rows that violate it
   */
  record Expected(String name, String condition, String action) {
    static List<Expected> of(List<ResolvedExpectation> expectations) {
      return expectations.stream()
          .map(
              e ->
                  new Expected(
                      e.name(),
                      e.condition(),
                      e.action().name().toLowerCase(Locale.ROOT).replace('_', ' ')))
          .toList();
    }
  }

  /** A flow into a table; {@code title} has its kind. */
  record FlowDetails(String name, String title, String sql, List<Expected> expectations) {}

  private static final NodeDetails NONE = new NodeDetails(null, "", null, List.of(), List.of());

  /**
   * Of all nodes, by name.
   *
   * @param sql the statement of a view, table or flow, by {@code kind/name}
   */
  static Map<String, NodeDetails> of(ResolvedPipeline pipeline, Function<String, String> sql) {
    Map<String, NodeDetails> details = new HashMap<>();
    for (Relation relation : pipeline.relations()) {
      String name = relation.name().toString();
      if (relation instanceof ResolvedSource source) {
        RowType columns = source.schema().rowType();
        details.put(name, new NodeDetails(null, "", columns, List.of(), List.of()));
      } else if (relation instanceof ResolvedView view) {
        details.put(name, of(view, sql));
      } else if (!(relation instanceof ReadTarget)) {
        details.put(name, NONE);
      }
    }
    for (ResolvedTarget target : pipeline.targets()) {
      details.put(target.name().toString(), of(target, pipeline, sql));
    }
    for (ResolvedSnapshot snapshot : pipeline.snapshots()) {
      String name = snapshot.name().toString();
      details.put(
          name,
          new NodeDetails(
              snapshot.comment(),
              sql.apply("snapshot/" + name),
              snapshot.rowType(),
              List.of(),
              List.of()));
    }
    details.putIfAbsent(pipeline.settings().quarantineTable().toString(), NONE);
    return details;
  }

  private static NodeDetails of(ResolvedView view, Function<String, String> sql) {
    return new NodeDetails(
        view.comment(),
        sql.apply("view/" + view.name()),
        null,
        Expected.of(view.expectations()),
        List.of());
  }

  private static NodeDetails of(
      ResolvedTarget target, ResolvedPipeline pipeline, Function<String, String> sql) {
    return new NodeDetails(
        target.comment(),
        sql.apply("table/" + target.name()),
        target.tableType(),
        List.of(),
        pipeline.flowsInto(target.name()).stream()
            .map(
                (ResolvedFlow flow) ->
                    new FlowDetails(
                        flow.name(),
                        Descriptions.of(flow),
                        sql.apply("flow/" + flow.name()),
                        Expected.of(flow.expectations())))
            .toList());
  }
}
