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
import java.util.Set;

/** Column names, which our clauses compare without case. */
final class ColumnNames {

  private static final Set<String> RESERVED = Set.of("__start_at", "__end_at");

  private ColumnNames() {}

  /** No reserved name, no two that differ by case only. */
  static void check(List<String> names, Position at, Diagnostics diagnostics) {
    Map<String, String> seen = new HashMap<>();
    for (String name : names) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (RESERVED.contains(lower) || lower.startsWith(EventOrigin.HIDDEN_PREFIX)) {
        diagnostics.error(ResolveErrors.reserved(at, name));
      }
      String other = seen.putIfAbsent(lower, name);
      if (other != null) {
        diagnostics.error(ResolveErrors.caseOnly(at, name, other));
      }
    }
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
