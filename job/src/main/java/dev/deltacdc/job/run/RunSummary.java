/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.Relation;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.ResolvedView;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;

/** What a run has done, for the person who started it. */
final class RunSummary {

  private final ResolvedPipeline pipeline;
  private final RunCounters counters;
  private final RunMode mode;

  /**
   * @param mode of the run; in one that is triggered nothing new is nothing unusual
   */
  RunSummary(ResolvedPipeline pipeline, RunCounters counters, RunMode mode) {
    this.pipeline = pipeline;
    this.counters = counters;
    this.mode = mode;
  }

  void print(PrintStream out) {
    new RunWarnings(pipeline, counters, steps().keySet(), mode).lines().forEach(out::println);
    TextTable steps = new TextTable("", "read", "rejected", "dropped");
    for (Map.Entry<Step, String> entry : steps().entrySet()) {
      Step step = entry.getKey();
      steps.row(
          entry.getValue(),
          count(step, Counts.READ),
          count(step, Counts.REJECTED),
          count(step, Counts.DROPPED));
    }
    steps.print(out);
    rejected().forEach(out::println);
    failedExpectations().forEach(out::println);
    out.println();
    TextTable tables =
        new TextTable(
            "table",
            "applied",
            "stale",
            "duplicate",
            "out of order",
            "deleted",
            "rows",
            "version",
            "commits");
    for (TableName table : pipeline.tables()) {
      String name = table.toString();
      Step step = Step.table(name);
      boolean ordered = pipeline.target(table).filter(ResolvedTarget::upsert).isPresent();
      tables.row(
          name,
          ordered ? count(step, Counts.APPLIED) : "",
          ordered ? count(step, Counts.STALE) : "",
          ordered ? count(step, Counts.DUPLICATE) : "",
          ordered ? outOfOrder(table) : "",
          ordered ? count(step, Counts.DELETED) : "",
          table(name, "rows"),
          table(name, "version"),
          table(name, "commits"));
    }
    tables.print(out);
    ties().forEach(out::println);
    truncates().forEach(out::println);
    unchanged().forEach(out::println);
  }

  /** Sources, views and flows that count, in the order of the data, with their titles. */
  private Map<Step, String> steps() {
    Map<Step, String> steps = new LinkedHashMap<>();
    for (Relation relation : pipeline.relations()) {
      String name = relation.name().toString();
      if (relation instanceof ResolvedSource) {
        steps.put(Step.source(name), Step.source(name).toString());
      } else if (relation instanceof ResolvedView) {
        steps.put(Step.view(name), Step.view(name).toString());
      }
    }
    for (ResolvedFlow flow : pipeline.flows()) {
      Step step = Step.flow(flow.name());
      steps.put(step, step + " into " + flow.target());
    }
    steps.keySet().removeIf(step -> !counters.hasStep(step));
    return steps;
  }

  private List<String> rejected() {
    List<String> lines = new ArrayList<>();
    List<Step> all = new ArrayList<>(steps().keySet());
    // Histories reject too: what is too late for them.
    pipeline.targets().forEach(target -> all.add(Step.table(target.name().toString())));
    for (Step step : all) {
      for (String reason : counters.reasons(step)) {
        lines.add("rejected by " + step + ": " + counters.reason(step, reason));
      }
    }
    return lines;
  }

  private List<String> failedExpectations() {
    List<String> lines = new ArrayList<>();
    for (Step step : steps().keySet()) {
      for (String expectation : counters.kinds(step, "failed")) {
        long failed = counters.step(step, Counts.failed(expectation));
        if (failed > 0) {
          lines.add(
              "expectation "
                  + expectation
                  + " of "
                  + step
                  + ": violated "
                  + (failed == 1 ? "once" : TextTable.number(failed) + " times"));
        }
      }
    }
    return lines;
  }

  private List<String> ties() {
    List<String> lines = new ArrayList<>();
    for (TableName table : pipeline.tables()) {
      long ties = counters.step(Step.table(table.toString()), Counts.TIES);
      if (ties > 0) {
        lines.add(
            table
                + ": "
                + (ties == 1 ? "1 event has" : TextTable.number(ties) + " events have")
                + " key and sequence of another one but different content; make the"
                + " sequence unique, e.g. SEQUENCE BY STRUCT(time, position)");
      }
    }
    return lines;
  }

  private List<String> truncates() {
    List<String> lines = new ArrayList<>();
    for (ResolvedFlow flow : pipeline.flows()) {
      long truncates = counters.step(Step.flow(flow.name()), Counts.TRUNCATES);
      if (truncates > 0) {
        lines.add(
            flow.target()
                + ": truncated by "
                + (truncates == 1 ? "1 event" : TextTable.number(truncates) + " events")
                + " of flow "
                + flow.name());
      }
    }
    return lines;
  }

  private List<String> unchanged() {
    List<String> lines = new ArrayList<>();
    for (ResolvedFlow flow : pipeline.flows()) {
      if (flow instanceof ResolvedFlow.Cdc cdc && cdc.snapshots() != null) {
        long unchanged = counters.step(Step.flow(flow.name()), Counts.UNCHANGED);
        lines.add(
            flow.target()
                + ": "
                + (unchanged == 1 ? "1 row" : TextTable.number(unchanged) + " rows")
                + " of full snapshots changed nothing");
      }
    }
    return lines;
  }

  private String outOfOrder(TableName table) {
    long events = counters.step(Step.table(table.toString()), Counts.OUT_OF_ORDER);
    long lateness = counters.step(Step.table(table.toString()), Counts.GREATEST_LATENESS);
    return TextTable.number(events)
        + (events > 0 && lateness > 0 ? " (up to " + lateness(table, lateness) + ")" : "");
  }

  private String lateness(TableName table, long lateness) {
    boolean time =
        pipeline.target(table).filter(target -> isTime(target.sequenceTypes().get(0))).isPresent();
    return time ? readable(Duration.ofMillis(lateness)) : TextTable.number(lateness);
  }

  private static boolean isTime(LogicalType type) {
    return type.is(LogicalTypeFamily.DATETIME);
  }

  private static String readable(Duration duration) {
    if (duration.toDays() > 0) {
      return duration.toDays() + " d " + duration.toHoursPart() + " h";
    }
    if (duration.toHours() > 0) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    if (duration.toMinutes() > 0) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    return duration.toMillis() < 1000 ? duration.toMillis() + " ms" : duration.toSeconds() + " s";
  }

  private String count(Step step, String counter) {
    return TextTable.number(counters.step(step, counter));
  }

  private String table(String table, String counter) {
    long value = counters.table(table, counter);
    return value < 0 ? "-" : TextTable.number(value);
  }
}
