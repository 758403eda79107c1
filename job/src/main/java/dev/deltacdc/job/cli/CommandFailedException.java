/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

/** A command that could not do its work; the message is for the user. */
final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;

  CommandFailedException(int code, String message) {
    super(message);
    this.code = code;
  }

  /** The reason was printed already. */
  CommandFailedException(int code) {
    // No stack trace: it would say where this class is, not what happened.
    super("deltacdc ended with exit code " + code + "; the reason is above.", null, false, false);
    this.code = code;
  }

  int code() {
    return code;
  }
}
