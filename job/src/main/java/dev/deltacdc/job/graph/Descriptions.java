/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import dev.deltacdc.job.resolve.ResolvedExpectation;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.ResolvedView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is to be known of a part of a pipeline; option values that may be secret are left out. */
final class Descriptions {
  private static final List<String> TOLD_OPTIONS =
      List.of("path", "table-path", "topic", "topic-pattern", "format");

  private Descriptions() {}

  static List<String> of(ResolvedSource source) {
    StringBuilder line = new StringBuilder(source.options().getOrDefault("connector", "?"));
    for (String option : TOLD_OPTIONS) {
      if (source.options().containsKey(option)) {
        line.append(' ').append(source.options().get(option));
      }
    }
    return List.of(line.toString());
  }

  static List<String> of(ResolvedView view) {
    return view.expectations().stream().map(Descriptions::of).toList();
  }

  static List<String> of(ResolvedTarget target) {
    List<String> lines = new ArrayList<>();
    lines.add(
        target.isKeyed()
            ? kind(target) + ", key " + String.join(", ", target.keyNames())
            : "append only");
    if (!target.partitionColumns().isEmpty()) {
      lines.add("partitioned by " + String.join(", ", target.partitionColumns()));
    }
    return lines;
  }

  private static String kind(ResolvedTarget target) {
    if (target.isMaterializedView()) {
      return "result of its query";
    }
    return target.history() == null ? "current state" : "history";
  }

  static List<String> of(ResolvedSnapshot snapshot) {
    List<String> lines = new ArrayList<>();
    lines.add(
        (snapshot.changedOnly() ? "changed rows" : "all rows")
            + " at the end of each day, "
            + snapshot.zone());
    lines.add(
        "late events "
            + snapshot.lateDays()
            + " days, kept "
            + (snapshot.retainDays() == null ? "for ever" : snapshot.retainDays() + " days"));
    return lines;
  }

  static String of(ResolvedFlow flow) {
    return flow.name() + " (" + kind(flow) + ")";
  }

  private static String kind(ResolvedFlow flow) {
    if (flow instanceof ResolvedFlow.Cdc cdc) {
      return cdc.once() ? "AUTO CDC ONCE" : "AUTO CDC";
    }
    return flow instanceof ResolvedFlow.View ? "query" : "append";
  }

  private static String of(ResolvedExpectation expectation) {
    return "expects "
        + expectation.name()
        + ": "
        + expectation.condition()
        + ", else "
        + expectation.action().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
