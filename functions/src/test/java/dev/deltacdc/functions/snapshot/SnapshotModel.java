/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ChangeEvent;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * What a snapshot table must hold, computed from all events at once: for each day and id every
 * event is looked at. Shares nothing with the operators but the events; days are in UTC.
 */
final class SnapshotModel {
  private final List<ChangeEvent> events;

  /** Events in the order of arrival. */
  SnapshotModel(List<ChangeEvent> events) {
    this.events = events;
  }

  /** ROWS ALL of the days from first to last, by "id day". */
  Map<String, String> allRows(int first, int last) {
    TreeMap<String, String> table = new TreeMap<>();
    for (int day = first; day <= last; day++) {
      for (String id : ids()) {
        RowData row = aliveAtEndOf(id, day);
        if (row != null) {
          put(table, id, day, row, "");
        }
      }
    }
    return table;
  }

  /** ROWS CHANGED on name and stock; the first day has every id that is alive. */
  Map<String, String> changedRows(int first, int last) {
    TreeMap<String, String> table = new TreeMap<>();
    for (int day = first; day <= last; day++) {
      for (String id : ids()) {
        RowData row = aliveAtEndOf(id, day);
        RowData before = aliveAtEndOf(id, day - 1);
        if (row == null && before != null) {
          put(table, id, day, before, " deleted");
        } else if (row != null && (day == first || before == null || differ(row, before))) {
          put(table, id, day, row, "");
        }
      }
    }
    return table;
  }

  private static void put(
      Map<String, String> table, String id, int day, RowData row, String suffix) {
    String key = id + " " + LocalDate.ofEpochDay(day);
    table.put(key, key + " " + stock(row) + suffix);
  }

  private List<String> ids() {
    TreeSet<String> ids = new TreeSet<>();
    events.forEach(event -> ids.add(event.row().getString(0).toString()));
    return new ArrayList<>(ids);
  }

  private @Nullable RowData aliveAtEndOf(String id, int day) {
    long end = (day + 1L) * 24 * 60 * 60 * 1000;
    ChangeEvent deciding = null;
    for (ChangeEvent event : events) {
      if (event.row().getString(0).toString().equals(id)
          && event.row().getTimestamp(3, 6).getMillisecond() < end
          && (deciding == null || event.sequence().compareTo(deciding.sequence()) > 0)) {
        deciding = event;
      }
    }
    return deciding == null || deciding.delete() ? null : deciding.row();
  }

  private static boolean differ(RowData one, RowData other) {
    return !one.getString(1).toString().equals(other.getString(1).toString())
        || !Objects.equals(stock(one), stock(other));
  }

  private static String stock(RowData row) {
    return row.isNullAt(2) ? "null" : Integer.toString(row.getInt(2));
  }
}
