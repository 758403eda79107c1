/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.expect;

import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/** The expectations of one step, looked at together: the severest violated one decides. */
public final class Expectations implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<Expectation> expectations;

  private Expectations(List<Expectation> expectations) {
    this.expectations = List.copyOf(expectations);
  }

  /** A step's expectations, in their order. */
  public static Expectations of(List<Expectation> expectations) {
    return new Expectations(expectations);
  }

  /**
   * Looks at all of them.
   *
   * @param violated is told each violated one
   * @return the first of the severest violated, or null if all are met
   */
  @Nullable
  public Expectation decisive(RowData row, Consumer<Expectation> violated) {
    Expectation decisive = null;
    for (Expectation expectation : expectations) {
      if (isMet(row, expectation.field())) {
        continue;
      }
      violated.accept(expectation);
      if (decisive == null || expectation.action().compareTo(decisive.action()) > 0) {
        decisive = expectation;
      }
    }
    return decisive;
  }

  /** Whether a row that one of them drops goes, told without anyone counting it. */
  public boolean drop(RowData row) {
    Expectation decisive = decisive(row, violated -> {});
    return decisive != null && decisive.action() == Expectation.Action.DROP_ROW;
  }

  /** Whether some may drop rows. */
  public boolean mayDrop() {
    return expectations.stream()
        .anyMatch(expectation -> expectation.action() == Expectation.Action.DROP_ROW);
  }

  /** The expectations, in their order. */
  public List<Expectation> all() {
    return expectations;
  }

  private static boolean isMet(RowData row, int field) {
    return !row.isNullAt(field) && row.getBoolean(field);
  }
}
