/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.TimestampType;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a change feed says of each row, beside the table's own columns (Delta protocol, "Add CDC
 * File"). None is ever NULL.
 */
enum ChangeColumn {
  /** {@code insert}, {@code update_preimage}, {@code update_postimage} or {@code delete}. */
  TYPE("_change_type"),
  /** The version that changed the row; of rows that were there at the start, the one read. */
  VERSION("_commit_version"),
  /** Time of that version. */
  TIMESTAMP("_commit_timestamp");

  private final String key;

  ChangeColumn(String key) {
    this.key = key;
  }

  StructField field() {
    return new StructField(key, type(), true);
  }

  private DataType type() {
    return switch (this) {
      case TYPE -> StringType.STRING;
      case VERSION -> LongType.LONG;
      case TIMESTAMP -> TimestampType.TIMESTAMP;
    };
  }

  static Optional<ChangeColumn> of(String name) {
    return Arrays.stream(values()).filter(column -> column.key.equalsIgnoreCase(name)).findFirst();
  }
}
