/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** A fault of a table or its log, told as: what happened, why, what to do. */
public class TableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean permanent;
  private @Nullable TableRule rule;

  TableException(boolean permanent, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.permanent = permanent;
  }

  /** The permanent one among an exception and its causes: Kernel wraps what its engine throws. */
  static Optional<TableException> permanent(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof TableException table && table.permanent()) {
        return Optional.of(table);
      }
    }
    return Optional.empty();
  }

  /**
   * What an operator throws: when a restart of the job cannot cure it, that stops the job.
   *
   * @return this, or what carries it
   */
  public RuntimeException stopping() {
    return permanent ? new SuppressRestartsException(this) : this;
  }

  /** With the rule that the table breaks. */
  TableException of(TableRule broken) {
    rule = broken;
    return this;
  }

  /**
   * The rule that the table breaks, if it is one of those that are checked before it is written.
   */
  public Optional<TableRule> rule() {
    return Optional.ofNullable(rule);
  }

  /** True when trying again, or a restart of the job, cannot cure it. */
  public boolean permanent() {
    return permanent;
  }
}
