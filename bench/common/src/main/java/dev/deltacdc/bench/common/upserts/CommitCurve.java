/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common.upserts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How many events the commits of one repetition held, and when they were made. The speed is that of
 * the steady part: from the first commit that has all of the load to the last one. Thus neither
 * start nor load count, and only what is committed does.
 */
public final class CommitCurve {

  private record Commit(long millis, long events) {}

  private final List<Commit> commits = new ArrayList<>();

  /**
   * Adds a commit.
   *
   * @param millis since 1970
   * @param events that it holds itself, without those of earlier ones
   */
  public void add(long millis, long events) {
    commits.add(new Commit(millis, events));
  }

  /**
   * The figures of the repetition.
   *
   * @param load events of the load
   * @param expected all events
   * @throws IllegalStateException when others are committed than were read, or there are too few
   *     commits
   */
  public Map<String, Double> figures(long load, long expected) {
    commits.sort(Comparator.comparingLong(Commit::millis));
    long total = 0;
    Commit first = null;
    long before = 0;
    int steady = 0;
    for (Commit commit : commits) {
      total += commit.events();
      if (first != null) {
        steady++;
      } else if (total >= load) {
        first = commit;
        before = total;
      }
    }
    if (total != expected) {
      throw new IllegalStateException(
          total + " events were committed, not " + expected + ": something is lost or doubled.");
    }
    if (steady == 0) {
      throw new IllegalStateException(
          "One commit held all events after the load, so there is no steady part. Give more"
              + " 'changes', or a shorter 'interval'.");
    }
    double seconds = (commits.get(commits.size() - 1).millis() - first.millis()) / 1000.0;
    return Map.of(
        "eventsPerSecond", (total - before) / seconds,
        "steadySeconds", seconds,
        "secondsPerCommit", seconds / steady);
  }
}
