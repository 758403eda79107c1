/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;

/** Where a row of a table comes from, as columns beside its own. None is ever NULL. */
public enum OriginColumn {
  /** Path of the data file as in the log. */
  FILE_PATH("file_path"),
  /** Position of the row in the file, from 0; deleted rows count. */
  ROW_INDEX("row_index"),
  /**
   * The version that added the row's file; for rows that were there at the start, the version that
   * was read.
   */
  COMMIT_VERSION("commit_version"),
  /** Time of that version. */
  COMMIT_TIMESTAMP("commit_timestamp");

  private final String key;

  OriginColumn(String key) {
    this.key = key;
  }

  /** Name of the metadata column in SQL. */
  public String key() {
    return key;
  }

  public LogicalType type() {
    return switch (this) {
      case FILE_PATH -> new VarCharType(false, VarCharType.MAX_LENGTH);
      case ROW_INDEX, COMMIT_VERSION -> new BigIntType(false);
      case COMMIT_TIMESTAMP -> new LocalZonedTimestampType(false, 3);
    };
  }
}
