/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.expect;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.reject.RejectReason;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.functions.reject.Rejector;
import java.util.function.Consumer;
import org.apache.flink.table.data.RowData;

/** Applies a step's expectations to its rows: counts, drops, sets aside or fails. */
public final class ExpectationGate {
  private final Expectations expectations;
  private final Rejector rejector;
  private final EventCounters counters;

  /** A gate for one subtask; each expectation's counter exists from now on. */
  public ExpectationGate(Expectations expectations, Rejector rejector, EventCounters counters) {
    this.expectations = expectations;
    this.rejector = rejector;
    this.counters = counters;
    expectations.all().forEach(expectation -> counters.counter(Counts.failed(expectation.name())));
  }

  /** Whether the row goes on. */
  public boolean passes(RowData row, Consumer<RejectedEvent> out) {
    Expectation decisive =
        expectations.decisive(row, failed -> counters.increment(Counts.failed(failed.name())));
    if (decisive == null) {
      return true;
    }
    return switch (decisive.action()) {
      case WARN -> true;
      case DROP_ROW -> {
        counters.increment(Counts.DROPPED);
        yield false;
      }
      case QUARANTINE -> {
        String message = "violates " + decisive.name() + " (" + decisive.condition() + ")";
        rejector.quarantine(row, RejectReason.expectation(decisive.name()), message, out);
        yield false;
      }
      case FAIL_UPDATE -> throw rejector.failure(row, decisive.name(), decisive.condition());
    };
  }
}
