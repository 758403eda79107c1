/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

/** A value does not fit its column. The message names the column and its type, never the value. */
public final class MisfitException extends Exception {
  private static final long serialVersionUID = 1L;

  MisfitException(String message) {
    super(message, null, false, false);
  }
}
