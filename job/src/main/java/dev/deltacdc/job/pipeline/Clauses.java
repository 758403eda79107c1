/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.HashMap;
import java.util.Map;

/** Sees to it that each clause of a statement stands at most once. */
final class Clauses {

  private final Map<String, Position> seen = new HashMap<>();
  private final Diagnostics diagnostics;

  Clauses(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  void add(String clause, Position at) {
    Position first = seen.putIfAbsent(clause, at);
    if (first != null) {
      diagnostics.error(ParseErrors.duplicateClause(at, clause, first));
    }
  }

  /** Where a clause stands that is there. */
  Position of(String clause) {
    return seen.get(clause);
  }

  boolean has(String clause) {
    return seen.containsKey(clause);
  }
}
