/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

/**
 * Someone else published the version that a commit wanted, so certainly nothing of this commit is
 * in the table. (The "someone" may be an earlier try of ours whose outcome was unknown: look for
 * the transaction id before building the next commit.)
 */
public final class VersionTakenException extends TableException {
  private static final long serialVersionUID = 1L;

  private final long version;

  VersionTakenException(String path, long version, Throwable cause) {
    super(
        false, "Version " + version + " of " + path + " was written by someone else first.", cause);
    this.version = version;
  }

  public long version() {
    return version;
  }
}
