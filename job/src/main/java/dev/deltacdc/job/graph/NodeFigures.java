/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.graph.NodeDetails.Expected;
import dev.deltacdc.job.graph.NodeDetails.FlowDetails;
import dev.deltacdc.job.graph.PipelineGraph.Kind;
import dev.deltacdc.job.graph.PipelineGraph.Node;
import dev.deltacdc.job.record.RecordedCommit;
import dev.deltacdc.job.record.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What a run has counted at a node.
 *
 * @param lines the most important figures, at most two, for the graph
 * @param warning what needs a look, empty if nothing does
 * @param counts everything, by what it is called
 * @param commits of a table, the newest first
 */
record NodeFigures(
    List<String> lines, String warning, Map<String, Long> counts, List<RecordedCommit> commits) {

  static final NodeFigures NONE = new NodeFigures(List.of(), "", Map.of(), List.of());

  static NodeFigures of(Node node, NodeDetails details, RunRecord run) {
    return switch (node.kind()) {
      case SOURCE -> ofStep(Step.Kind.SOURCE, node, details, run);
      case VIEW -> ofStep(Step.Kind.VIEW, node, details, run);
      default -> ofTable(node, details, run);
    };
  }

  private static NodeFigures ofStep(Step.Kind kind, Node node, NodeDetails details, RunRecord run) {
    Map<String, Long> counts = run.counts(kind.toString(), node.name());
    List<String> lines = new ArrayList<>();
    long read = kind == Step.Kind.SOURCE ? run.recordsRead(node.name()) : 0;
    if (read > 0) {
      lines.add(Html.number(read) + " read");
    } else if (counts.containsKey(Counts.READ)) {
      lines.add(Html.number(counts.get(Counts.READ)) + " read");
    }
    return new NodeFigures(lines, warning(counts, details.expectations()), counts, List.of());
  }

  private static NodeFigures ofTable(Node node, NodeDetails details, RunRecord run) {
    Map<String, Long> counts = new TreeMap<>(run.counts("table", node.name()));
    Map<String, Long> all = new TreeMap<>(counts);
    List<Expected> expectations = new ArrayList<>();
    for (FlowDetails flow : details.flows()) {
      // What a changed table has applied it counts itself, an append flow for its table.
      run.counts("flow", flow.name()).forEach((name, n) -> all.merge(name, n, Long::sum));
      expectations.addAll(flow.expectations());
    }
    if (node.kind() == Kind.MATERIALIZED_VIEW && all.containsKey(Counts.READ)) {
      all.put(CountLabels.CHANGES, all.remove(Counts.READ));
      all.remove(Counts.APPLIED);
    }
    if (counts.containsKey(Counts.APPLIED)) {
      long deleted = counts.getOrDefault(Counts.DELETED, 0L);
      all.put(CountLabels.UPSERTED, counts.get(Counts.APPLIED) - deleted);
    }
    List<RecordedCommit> commits =
        run.commits().stream()
            .filter(commit -> commit.table().equals(node.name()))
            .sorted(Comparator.comparing(RecordedCommit::version).reversed())
            .toList();
    if (!commits.isEmpty()) {
      all.put(CountLabels.ROWS_INSERTED, sum(commits, RecordedCommit::rowsInserted));
      all.put(CountLabels.ROWS_UPDATED, sum(commits, RecordedCommit::rowsUpdated));
      all.put(CountLabels.ROWS_DELETED, sum(commits, RecordedCommit::rowsDeleted));
    }
    List<String> lines = new ArrayList<>();
    rows(counts, commits).ifPresent(lines::add);
    if (!commits.isEmpty()) {
      lines.add(written(commits));
    }
    boolean quarantine = node.kind() == Kind.QUARANTINE;
    return new NodeFigures(lines, quarantine ? "" : warning(all, expectations), all, commits);
  }

  private static Optional<String> rows(Map<String, Long> counts, List<RecordedCommit> commits) {
    if (counts.containsKey("rows") && counts.containsKey("version")) {
      return Optional.of(plural(counts.get("rows"), "row") + " · version " + counts.get("version"));
    }
    return commits.stream().findFirst().map(newest -> "version " + newest.version());
  }

  private static String written(List<RecordedCommit> commits) {
    long millis = commits.stream().mapToLong(RecordedCommit::millis).sum();
    return "+"
        + Html.number(sum(commits, RecordedCommit::rowsInserted))
        + unlessNone(" ~", sum(commits, RecordedCommit::rowsUpdated))
        + unlessNone(" −", sum(commits, RecordedCommit::rowsDeleted))
        + " in "
        + (commits.size() == 1 ? "1 commit" : Html.number(commits.size()) + " commits")
        + ", "
        + Html.duration(Duration.ofMillis(millis));
  }

  private static long sum(List<RecordedCommit> commits, ToLongFunction<RecordedCommit> rows) {
    return commits.stream().mapToLong(rows).sum();
  }

  private static String unlessNone(String sign, long n) {
    return n == 0 ? "" : sign + Html.number(n);
  }

  private static String plural(long n, String what) {
    return Html.number(n) + " " + what + (n == 1 ? "" : "s");
  }

  private static String warning(Map<String, Long> counts, List<Expected> expectations) {
    List<String> parts = new ArrayList<>();
    long rejected = counts.getOrDefault(Counts.REJECTED, 0L);
    long dropped = counts.getOrDefault(Counts.DROPPED, 0L);
    long warned =
        expectations.stream()
            .filter(expected -> expected.action().equals("warn"))
            .map(expected -> Counts.failed(expected.name()))
            .distinct()
            .mapToLong(name -> counts.getOrDefault(name, 0L))
            .sum();
    if (rejected > 0) {
      parts.add(Html.number(rejected) + " rejected");
    }
    if (dropped > 0) {
      parts.add(Html.number(dropped) + " dropped");
    }
    if (warned > 0) {
      parts.add(plural(warned, "warning"));
    }
    return String.join(", ", parts);
  }

  /** How often an expectation was violated, empty where that is not known. */
  Optional<Long> failed(String expectation) {
    return Optional.ofNullable(counts.get(Counts.failed(expectation)));
  }
}
