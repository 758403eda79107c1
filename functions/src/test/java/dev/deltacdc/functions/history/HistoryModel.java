/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A history by the rules alone, of whole feeds: sort the events of a key, merge neighbours whose
 * tracked values are equal, end each row where the next event begins. Values are two: the first
 * tracked or not, the second always.
 */
final class HistoryModel {

  /**
   * An event of one key.
   *
   * @param ignoresNulls whether its NULLs keep the values known
   */
  record Event(
      int key, String first, String second, int sequence, boolean delete, boolean ignoresNulls) {}

  /** What is known at a sequence; a value may be kept from before. */
  private record Known(
      int sequence,
      boolean delete,
      String first,
      boolean keepsFirst,
      String second,
      boolean keepsSecond) {

    static Known of(Event event) {
      return new Known(
          event.sequence(),
          event.delete(),
          event.first(),
          event.ignoresNulls() && event.first() == null,
          event.second(),
          event.ignoresNulls() && event.second() == null);
    }

    /** Its values with those that it keeps; a delete has none, and nothing is kept over it. */
    Known over(Known before) {
      if (before == null || before.delete() || delete) {
        return this;
      }
      return new Known(
          sequence,
          false,
          keepsFirst ? before.first() : first,
          keepsFirst && before.keepsFirst(),
          keepsSecond ? before.second() : second,
          keepsSecond && before.keepsSecond());
    }
  }

  /** A row of the table; {@code end} null for the open one. */
  record Row(int key, String first, String second, int start, Integer end) {}

  private HistoryModel() {}

  /** The rows that the events give, which arrive in this order. */
  static List<Row> of(List<Event> events, boolean trackFirst) {
    Map<Integer, Map<Integer, Known>> byKey = new TreeMap<>();
    for (Event event : events) {
      byKey
          .computeIfAbsent(event.key(), key -> new TreeMap<>())
          .merge(
              event.sequence(),
              Known.of(event),
              (old, now) -> old.delete() || now.delete() ? delete(old) : now.over(old));
    }
    List<Row> rows = new ArrayList<>();
    byKey.forEach((key, history) -> rows.addAll(rows(key, history.values(), trackFirst)));
    return rows;
  }

  private static Known delete(Known at) {
    return new Known(at.sequence(), true, null, false, null, false);
  }

  private static List<Row> rows(int key, Collection<Known> sorted, boolean trackFirst) {
    List<Row> rows = new ArrayList<>();
    Known before = null;
    for (Known event : sorted) {
      Known known = event.over(before);
      boolean merges =
          before != null
              && !before.delete()
              && !known.delete()
              && Objects.equals(before.second(), known.second())
              && (!trackFirst || Objects.equals(before.first(), known.first()));
      int last = rows.size() - 1;
      if (merges) {
        rows.set(last, row(key, known, rows.get(last).start()));
      } else {
        if (before != null && !before.delete()) {
          Row open = rows.get(last);
          rows.set(
              last,
              new Row(open.key(), open.first(), open.second(), open.start(), known.sequence()));
        }
        if (!known.delete()) {
          rows.add(row(key, known, known.sequence()));
        }
      }
      before = known;
    }
    return rows;
  }

  private static Row row(int key, Known known, int start) {
    return new Row(key, known.first(), known.second(), start, null);
  }
}
