/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.reject;

import dev.deltacdc.functions.event.EventPosition;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** The job stops at an event, because the pipeline says so. The message never shows its content. */
public final class InvalidEventException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private InvalidEventException(String message) {
    super(message);
  }

  /** An invalid event that stops the job; a restart would meet it again. */
  public static SuppressRestartsException invalid(
      String flow, EventPosition position, String reason, String message, OnInvalid onInvalid) {
    return new SuppressRestartsException(
        new InvalidEventException(
            flow
                + " cannot take the event at "
                + place(position)
                + ": "
                + reason
                + ", "
                + message
                + remedy(onInvalid)));
  }

  private static String remedy(OnInvalid onInvalid) {
    return switch (onInvalid) {
      case REFUSE ->
          ". The job stops because a full snapshot without the row would delete it; nothing of the"
              + " snapshot was written. Repair the file and start with --full-refresh of the table, with"
              + " 'snapshot.version' = 'read-time' without it; or set 'snapshot.partial' = 'true' in the source if snapshots may lack rows.";
      case REFUSE_RESULT ->
          ". The job stops because a row of a materialized view may change again, so it cannot be"
              + " set aside. CAST the column in the view's query so that every value fits.";
      case QUARANTINE, FAIL ->
          ". The job stops because 'on-invalid' is 'fail'. Repair the source, or SET 'on-invalid' ="
              + " 'quarantine' to set such events aside.";
    };
  }

  /** A violated expectation with ON VIOLATION FAIL UPDATE. */
  public static SuppressRestartsException expectation(
      String flow, EventPosition position, String name, String condition) {
    return new SuppressRestartsException(
        new InvalidEventException(
            "The row at "
                + place(position)
                + " violates expectation "
                + name
                + " ("
                + condition
                + ") of "
                + flow
                + ". The job stops because it says ON VIOLATION FAIL UPDATE; nothing since the last"
                + " checkpoint is committed. Repair the source, or choose DROP ROW or QUARANTINE."));
  }

  private static String place(EventPosition position) {
    return position.source() + " " + position.position();
  }
}
