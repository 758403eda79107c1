/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import dev.deltacdc.functions.count.Counts;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts in the order in which a reader asks for them, in words. */
final class CountLabels {

  /** Of a table: applied events that are not deletes. */
  static final String UPSERTED = "upserted";

  /** Of a materialized view: rows that came and went as the result of its query changed. */
  static final String CHANGES = "changes";

  /** Of the commits of the run, whatever the state counts. */
  static final String ROWS_INSERTED = "rows inserted";

  static final String ROWS_UPDATED = "rows updated";
  static final String ROWS_DELETED = "rows deleted";

  private static final String REASON = Counts.rejected("");
  private static final Map<String, String> LABELS = new LinkedHashMap<>();

  static {
    LABELS.put(Counts.READ, "read");
    LABELS.put(CHANGES, "changes of its query's result");
    LABELS.put(Counts.APPLIED, "applied");
    LABELS.put(UPSERTED, "upserted");
    LABELS.put(Counts.DELETED, "deleted");
    LABELS.put(Counts.STALE, "stale");
    LABELS.put(Counts.DUPLICATE, "duplicate");
    LABELS.put(Counts.UNCHANGED, "unchanged");
    LABELS.put(Counts.TRUNCATES, "truncates");
    LABELS.put(Counts.OUT_OF_ORDER, "out of order");
    LABELS.put(Counts.TIES, "sequence ties");
    LABELS.put(Counts.DROPPED, "dropped");
    LABELS.put(Counts.REJECTED, "rejected");
    LABELS.put(ROWS_INSERTED, ROWS_INSERTED);
    LABELS.put(ROWS_UPDATED, ROWS_UPDATED);
    LABELS.put(ROWS_DELETED, ROWS_DELETED);
    LABELS.put("rows", "rows now");
    LABELS.put("version", "version");
    LABELS.put("commits", "commits");
  }

  private CountLabels() {}

  /**
   * By label; what is told elsewhere is left out: violations, and the lateness, which has units.
   */
  static Map<String, Long> of(Map<String, Long> counts) {
    Map<String, Long> labelled = new LinkedHashMap<>();
    LABELS.forEach(
        (name, label) -> {
          if (counts.containsKey(name)) {
            labelled.put(label, counts.get(name));
          }
        });
    counts.forEach(
        (name, count) -> {
          if (name.startsWith(REASON)) {
            labelled.put("rejected: " + name.substring(REASON.length()), count);
          }
        });
    return labelled;
  }
}
