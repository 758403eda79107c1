/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.sink.CommitReport;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The reports of the job's commits, in order, for the trial in the same JVM. */
final class Commits {

  private static final BlockingQueue<Timed> REPORTS = new LinkedBlockingQueue<>();

  /**
   * @param nanoTime when it was made
   */
  record Timed(CommitReport report, long nanoTime) {}

  private Commits() {}

  /** A reporter for a sink. */
  static void committed(String table, CommitReport report) {
    REPORTS.add(new Timed(report, System.nanoTime()));
  }

  /** The next commit; one of an earlier job, which a restored one finds in the log, is none. */
  static Timed next(EmbeddedFlink flink) throws Exception {
    while (true) {
      Timed next = REPORTS.poll(1, TimeUnit.SECONDS);
      if (next == null) {
        flink.requireRunning();
      } else if (!next.report().recovered()) {
        return next;
      }
    }
  }
}
