/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * What one commit did.
 *
 * @param timestamp milliseconds since the epoch, as the commit itself states or the log file's time
 * @param operation commitInfo.operation, e.g. {@code STREAMING UPDATE}, {@code OPTIMIZE}; null when
 *     not stated
 * @param engine commitInfo.engineInfo; null when not stated
 * @param restoredVersion for a {@link #RESTORE}, the version whose content the table has again;
 *     null when not stated
 * @param transactions version by application id
 * @param dataChange whether any add or remove changes the table's rows
 * @param metadataChange the schema, partitioning or properties were written
 * @param protocolChange the protocol was written
 * @param files added and removed files in the order of the log
 */
public record TableChange(
    long version,
    long timestamp,
    @Nullable String operation,
    @Nullable String engine,
    @Nullable Long restoredVersion,
    Map<String, Long> transactions,
    boolean dataChange,
    boolean metadataChange,
    boolean protocolChange,
    List<FileChange> files) {

  /** The operation of a commit that brings the table back to an earlier version. */
  static final String RESTORE = "RESTORE";

  /** Whether it brings the table back to an earlier version. */
  public boolean isRestore() {
    return RESTORE.equals(operation);
  }

  /** An added or removed logical file: path and vector id. */
  public record FileChange(
      boolean added, String path, @Nullable String vectorId, boolean dataChange) {}
}
