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
  TYPE("_change_type", StringType.STRING),
  /** The version that changed the row; of rows that were there at the start, the one read. */
  VERSION("_commit_version", LongType.LONG),
  /** Time of that version. */
  TIMESTAMP("_commit_timestamp", TimestampType.TIMESTAMP);

  private final StructField field;

  ChangeColumn(String name, DataType type) {
    this.field = new StructField(name, type, true);
  }

  StructField field() {
    return field;
  }

  static Optional<ChangeColumn> of(String name) {
    return Arrays.stream(values())
        .filter(column -> column.field.getName().equalsIgnoreCase(name))
        .findFirst();
  }
}
