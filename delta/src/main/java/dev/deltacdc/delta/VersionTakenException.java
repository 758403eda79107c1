/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

/**
 * The version that a commit wanted exists already. Usually someone else wrote it; on an object
 * store it may be this very commit, when the client sent it twice. So look for the transaction id
 * in the newest snapshot before building the next commit.
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
