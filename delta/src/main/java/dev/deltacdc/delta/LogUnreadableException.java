/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

/**
 * The log from a wanted version on is gone or cannot be read: cleaned up, or the table was
 * replaced.
 */
public final class LogUnreadableException extends TableException {
  private static final long serialVersionUID = 1L;

  LogUnreadableException(String path, long version, Throwable cause) {
    super(
        true,
        "The log of "
            + path
            + " cannot be read from version "
            + version
            + " on: "
            + cause.getMessage()
            + ". It was cleaned up, or the table was deleted and created again.",
        cause);
  }
}
