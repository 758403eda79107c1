/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.reject;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.event.EventPosition;
import dev.deltacdc.functions.event.PositionReader;
import java.util.function.Consumer;
import org.apache.flink.table.data.RowData;

/** Sets rows aside for an operator: counts them and hands them on, or stops the job. */
public final class Rejector {
  private final String flow;
  private final OnInvalid onInvalid;
  private final PositionReader positions;
  private final EventCounters counters;

  /** A rejector of a step's rows. */
  public Rejector(
      String flow, OnInvalid onInvalid, PositionReader positions, EventCounters counters) {
    this.flow = requireNonNull(flow, "flow");
    this.onInvalid = requireNonNull(onInvalid, "onInvalid");
    this.positions = requireNonNull(positions, "positions");
    this.counters = requireNonNull(counters, "counters");
  }

  /** Rejects a row that cannot be taken; stops the job where {@code on-invalid} says so. */
  public void invalid(RowData row, String reason, String message, Consumer<RejectedEvent> out) {
    EventPosition position = positions.read(row);
    if (onInvalid != OnInvalid.QUARANTINE) {
      throw InvalidEventException.invalid(flow, position, reason, message, onInvalid);
    }
    reject(position, reason, message, out);
  }

  /** Rejects a row that violates an expectation whose action is to quarantine. */
  public void quarantine(RowData row, String reason, String message, Consumer<RejectedEvent> out) {
    reject(positions.read(row), reason, message, out);
  }

  /** Stops the job at a row that violates an expectation whose action is to fail. */
  public RuntimeException failure(RowData row, String expectation, String condition) {
    return InvalidEventException.expectation(flow, positions.read(row), expectation, condition);
  }

  private void reject(
      EventPosition position, String reason, String message, Consumer<RejectedEvent> out) {
    counters.reject(reason, position.source() + " " + position.position() + ": " + message);
    out.accept(RejectedEvent.at(position, flow, reason, message));
  }
}
