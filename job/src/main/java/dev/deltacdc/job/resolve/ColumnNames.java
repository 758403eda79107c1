/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Position;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Column names, which our clauses compare without case. */
final class ColumnNames {

  private ColumnNames() {}

  /** Whether there is no reserved name, and no two that differ by case only; else an error. */
  static boolean check(
      List<String> names, Function<String, Position> place, Diagnostics diagnostics) {
    long before = diagnostics.errors();
    Map<String, String> seen = new HashMap<>();
    for (String name : names) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (isHistory(name) || isHidden(name)) {
        diagnostics.error(ResolveErrors.reserved(place.apply(name), "column name " + name));
      }
      String other = seen.putIfAbsent(lower, name);
      if (other != null) {
        diagnostics.error(ResolveErrors.caseOnly(place.apply(name), name, other));
      }
    }
    return diagnostics.errors() == before;
  }

  /** Whether a column is one of those that SCD type 2 adds. */
  static boolean isHistory(String name) {
    return name.equalsIgnoreCase(ResolvedHistory.START_AT)
        || name.equalsIgnoreCase(ResolvedHistory.END_AT);
  }

  /** Whether a column or table may be one of those that are added to the users' own. */
  static boolean isHidden(String name) {
    return name.toLowerCase(Locale.ROOT).startsWith(EventOrigin.HIDDEN_PREFIX);
  }

  /** The position of a column, -1 if there is none. */
  static int index(List<String> names, String column) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(column)) {
        return i;
      }
    }
    return -1;
  }

  static int index(List<String> names, Identifier column) {
    return index(names, column.text());
  }
}
