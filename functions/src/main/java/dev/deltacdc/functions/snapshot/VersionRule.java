/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * The row of (id, D): among the accepted events of id with event time before the end of D, the one
 * with the greatest sequence; absent if that one is a delete (semantics: "row of (id, D)").
 *
 * <p>Of an id only those events are kept that decide some day. An event loses every day to one that
 * is not later and has a greater sequence. So what is left is a staircase: versions in ascending
 * order of day, each of them beating all before it, and the row of D is the last one not after D.
 */
final class VersionRule {
  private VersionRule() {}

  /**
   * The versions with one more event.
   *
   * @param deleteWins a tie with an upsert
   * @return the same list if the event decides no day
   */
  static List<Version> add(List<Version> versions, Version event, boolean deleteWins) {
    int next = after(versions, event.day());
    if (next > 0 && !event.beats(versions.get(next - 1), deleteWins)) {
      return versions;
    }
    int kept = next > 0 && versions.get(next - 1).day() == event.day() ? next - 1 : next;
    while (next < versions.size() && event.beats(versions.get(next), deleteWins)) {
      next++;
    }
    List<Version> result = new ArrayList<>(versions.size() + 1);
    result.addAll(versions.subList(0, kept));
    result.add(event);
    result.addAll(versions.subList(next, versions.size()));
    return result;
  }

  /** The version that decides the day, a delete too; null when there is none. */
  static @Nullable Version at(List<Version> versions, int day) {
    int next = after(versions, day);
    return next == 0 ? null : versions.get(next - 1);
  }

  /**
   * The versions that still decide a day from {@code firstDay} on: those and the one before, which
   * holds at the end of the day before (semantics: "late").
   *
   * <p>A delete that nothing follows is dropped too when it is older than {@code deadDay}. After
   * that, an event with a smaller sequence can bring the id back only if it is dated at or after
   * {@code firstDay} and a newer event of the id arrived in between: alone, it comes marked as
   * stale, and a stale event of an unknown id is ignored.
   *
   * @param firstDay {@link DayMark#NONE} as long as the clock hasn't said where the table begins:
   *     then nothing is dropped
   * @return the same list if nothing is dropped
   */
  static List<Version> prune(List<Version> versions, int firstDay, int deadDay) {
    if (firstDay == DayMark.NONE) {
      return versions;
    }
    int base = Math.max(0, after(versions, firstDay - 1) - 1);
    boolean dead = base == versions.size() - 1 && versions.get(base).delete();
    if (dead && versions.get(base).day() < deadDay) {
      return List.of();
    }
    return base == 0 ? versions : versions.subList(base, versions.size());
  }

  /** The position of the first version after the day. */
  private static int after(List<Version> versions, int day) {
    int next = versions.size();
    while (next > 0 && versions.get(next - 1).day() > day) {
      next--;
    }
    return next;
  }
}
