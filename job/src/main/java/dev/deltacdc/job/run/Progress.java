/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedTarget;
import java.io.PrintStream;
import java.time.Duration;

/** How far a run is: one line that is written over on a terminal, a line now and then elsewhere. */
final class Progress {

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  private final ResolvedPipeline pipeline;
  private final PrintStream out;
  private final boolean terminal;
  private Duration nextLine = BETWEEN_LINES;
  private int width;

  Progress(ResolvedPipeline pipeline, PrintStream out, boolean terminal) {
    this.pipeline = pipeline;
    this.out = out;
    this.terminal = terminal;
  }

  void update(Duration elapsed, RunCounters counters, long checkpoints) {
    if (!terminal && elapsed.compareTo(nextLine) < 0) {
      return;
    }
    nextLine = elapsed.plus(BETWEEN_LINES);
    String line = line(elapsed, counters, checkpoints);
    if (terminal) {
      out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
      out.flush();
      width = line.length();
    } else {
      out.println(line);
    }
  }

  /** Clears the line before something else is printed. */
  void end() {
    if (terminal && width > 0) {
      out.print("\r" + " ".repeat(width) + "\r");
      out.flush();
      width = 0;
    }
  }

  private String line(Duration elapsed, RunCounters counters, long checkpoints) {
    long read = 0;
    long applied = 0;
    for (ResolvedFlow flow : pipeline.flows()) {
      Step step = Step.flow(flow.name());
      read += counters.step(step, Counts.READ);
      if (!(flow instanceof ResolvedFlow.Cdc)) {
        applied += counters.step(step, Counts.APPLIED);
      }
    }
    for (ResolvedTarget target : pipeline.targets()) {
      if (target.upsert()) {
        applied += counters.step(Step.table(target.name().toString()), Counts.APPLIED);
      }
    }
    long commits =
        pipeline.tables().stream()
            .mapToLong(table -> Math.max(0, counters.table(table.toString(), "commits")))
            .sum();
    return elapsed.toSeconds()
        + " s: events read "
        + TextTable.number(read)
        + ", applied "
        + TextTable.number(applied)
        + ", checkpoints "
        + TextTable.number(checkpoints)
        + ", commits "
        + TextTable.number(commits);
  }
}
