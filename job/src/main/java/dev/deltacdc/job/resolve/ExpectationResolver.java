/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.ExpectationSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** Conditions of EXPECT as columns of a query. */
final class ExpectationResolver {

  private ExpectationResolver() {}

  /** Checks that each condition is one over the columns of {@code from}. */
  static void check(
      List<ExpectationSpec> expectations, String from, List<String> columns, Planner planner) {
    for (ExpectationSpec expectation : expectations) {
      planner
          .expression(expectation.condition(), from, columns)
          .filter(type -> !type.is(LogicalTypeRoot.BOOLEAN))
          .ifPresent(
              type ->
                  planner
                      .diagnostics()
                      .error(
                          ResolveErrors.notBoolean(
                              expectation.condition().position(),
                              "The condition of " + expectation.name(),
                              type)));
    }
  }

  static List<ResolvedExpectation> at(List<ExpectationSpec> expectations, int firstField) {
    List<ResolvedExpectation> resolved = new ArrayList<>();
    for (ExpectationSpec expectation : expectations) {
      resolved.add(
          new ResolvedExpectation(
              expectation.name().text(),
              expectation.condition().text(),
              firstField + resolved.size(),
              expectation.action()));
    }
    return resolved;
  }
}
