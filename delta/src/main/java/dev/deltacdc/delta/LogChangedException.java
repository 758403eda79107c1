/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

/**
 * The version on which a commit builds is no longer in the log, or another one stands in its place:
 * the table was dropped, dropped and created again, or moved. Load it again and see whether it is
 * the same table before anything else.
 */
public final class LogChangedException extends TableException {
  private static final long serialVersionUID = 1L;

  LogChangedException(String path, long version) {
    super(
        false,
        "Version "
            + version
            + " of "
            + path
            + " is no longer in the log as it was: the table was dropped, replaced or moved while"
            + " this job was running. Nothing was written.",
        null);
  }
}
