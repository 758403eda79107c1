/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.snapshot.SnapshotCounters;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.ResolvedTarget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What of a run needs a look: a source without any event, and more rejected or too late than dirt
 * explains, a tenth: a wrong format, column or zone, or a window that is too short.
 *
 * @param steps that count what they read
 * @param mode of the run; in one that is triggered nothing new is nothing unusual
 */
record RunWarnings(ResolvedPipeline pipeline, RunCounters counters, Set<Step> steps, RunMode mode) {

  private static final int WORTH_A_WARNING = 10;

  List<String> lines() {
    List<String> warnings = new ArrayList<>();
    for (ResolvedSource source : pipeline.sources()) {
      Step step = Step.source(source.name().toString());
      if (mode != RunMode.TRIGGERED
          && counters.hasStep(step)
          && counters.step(step, Counts.READ) == 0) {
        warnings.add(attention(step, "nothing was read. " + nothingRead(source)));
      }
    }
    for (Step step : steps) {
      rejected(step, counters.step(step, Counts.READ)).ifPresent(warnings::add);
    }
    for (ResolvedTarget target : pipeline.targets()) {
      // Histories reject what is too late for them.
      rejected(Step.table(target.name().toString()), events(target.name().toString()))
          .ifPresent(warnings::add);
    }
    for (ResolvedSnapshot snapshot : pipeline.snapshots()) {
      tooLate(snapshot).ifPresent(warnings::add);
    }
    return warnings;
  }

  private Optional<String> rejected(Step step, long events) {
    long rejected = counters.step(step, Counts.REJECTED);
    Optional<String> commonest =
        counters.reasons(step).stream()
            .max(Comparator.comparingLong(reason -> counters.step(step, Counts.rejected(reason))));
    return commonest
        .filter(reason -> rejected * WORTH_A_WARNING > events)
        .map(
            reason ->
                attention(
                    step,
                    TextTable.number(rejected)
                        + " of "
                        + TextTable.number(events)
                        + " rejected, mostly "
                        + counters.reason(step, reason)));
  }

  private Optional<String> tooLate(ResolvedSnapshot snapshot) {
    Step step = Step.table(snapshot.name().toString());
    long late = counters.step(step, SnapshotCounters.TOO_LATE);
    long events = events(snapshot.source().toString());
    return late * WORTH_A_WARNING <= events
        ? Optional.empty()
        : Optional.of(
            attention(
                step,
                TextTable.number(late)
                    + " of "
                    + TextTable.number(events)
                    + " events came later than LATE EVENTS "
                    + snapshot.lateDays()
                    + " DAYS: the days that they belong to stay as they are"));
  }

  /** Those that came to the order of a table. */
  private long events(String table) {
    Step step = Step.table(table);
    return counters.step(step, Counts.APPLIED)
        + counters.step(step, Counts.STALE)
        + counters.step(step, Counts.DUPLICATE);
  }

  private static String attention(Step step, String what) {
    return "ATTENTION: " + step + ": " + what;
  }

  private static String nothingRead(ResolvedSource source) {
    return "filesystem".equals(source.options().get("connector"))
        ? "Are there files in '"
            + source.options().get("path")
            + "'? Those whose names start with '.' or '_' are left out."
        : "Did it have events to read from where it starts?";
  }
}
