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

  /** An event of one key. */
  record Event(int key, String first, String second, int sequence, boolean delete) {}

  /** A row of the table; {@code end} null for the open one. */
  record Row(int key, String first, String second, int start, Integer end) {}

  private HistoryModel() {}

  /** The rows that the events give, which arrive in this order. */
  static List<Row> of(List<Event> events, boolean trackFirst) {
    Map<Integer, Map<Integer, Event>> byKey = new TreeMap<>();
    for (Event event : events) {
      byKey
          .computeIfAbsent(event.key(), key -> new TreeMap<>())
          .merge(event.sequence(), event, (old, now) -> old.delete() ? old : now);
    }
    List<Row> rows = new ArrayList<>();
    byKey.values().forEach(history -> rows.addAll(rows(history.values(), trackFirst)));
    return rows;
  }

  private static List<Row> rows(Collection<Event> sorted, boolean trackFirst) {
    List<Row> rows = new ArrayList<>();
    Event before = null;
    for (Event event : sorted) {
      boolean merges =
          before != null
              && !before.delete()
              && !event.delete()
              && Objects.equals(before.second(), event.second())
              && (!trackFirst || Objects.equals(before.first(), event.first()));
      int last = rows.size() - 1;
      if (merges) {
        rows.set(last, row(event, rows.get(last).start()));
      } else {
        if (before != null && !before.delete()) {
          Row open = rows.get(last);
          rows.set(
              last,
              new Row(open.key(), open.first(), open.second(), open.start(), event.sequence()));
        }
        if (!event.delete()) {
          rows.add(row(event, event.sequence()));
        }
      }
      before = event;
    }
    return rows;
  }

  private static Row row(Event event, int start) {
    return new Row(event.key(), event.first(), event.second(), start, null);
  }
}
