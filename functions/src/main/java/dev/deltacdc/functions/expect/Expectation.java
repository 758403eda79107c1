/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.expect;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * A condition that rows must meet. A row violates it unless the condition is TRUE: NULL violates
 * (semantics: "expectation").
 *
 * @param name its name, for counters and the quarantine table
 * @param condition its text, for messages
 * @param field the position of the condition's value in the query's row
 * @param action what happens to a row that violates it
 */
public record Expectation(String name, String condition, int field, Action action)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public Expectation {
    requireNonNull(name, "name");
    requireNonNull(condition, "condition");
    requireNonNull(action, "action");
  }

  /** What happens to a row that violates an expectation; of several, the last of these. */
  public enum Action {
    /** It is kept and counted. */
    WARN,
    /** It is dropped and counted. */
    DROP_ROW,
    /** It goes to the quarantine table. */
    QUARANTINE,
    /** The job stops; nothing since the last checkpoint is committed. */
    FAIL_UPDATE
  }
}
