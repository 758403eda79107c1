/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

/** The restored row index doesn't fit the table; it was marked, and a restart builds it anew. */
public final class StaleIndexException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StaleIndexException(String message) {
    super(message);
  }
}
