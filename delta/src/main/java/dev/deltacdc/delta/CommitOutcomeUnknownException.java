/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

/**
 * A commit failed in a way that doesn't tell whether it reached the log. Load the table again and
 * look for the transaction id before anything else; never submit the same actions twice.
 */
public final class CommitOutcomeUnknownException extends TableException {
  private static final long serialVersionUID = 1L;

  CommitOutcomeUnknownException(String path, long version, Throwable cause) {
    super(
        false,
        "The commit of version "
            + version
            + " to "
            + path
            + " failed and may or may not be in the log: "
            + cause,
        cause);
  }
}
