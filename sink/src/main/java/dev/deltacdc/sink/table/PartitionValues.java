/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import java.util.Map;
import java.util.OptionalInt;

/** Reading the partition values of files. */
public final class PartitionValues {

  private PartitionValues() {}

  /**
   * The day (days since the epoch) that a DATE partition column has for a file; empty when it is
   * NULL. For metadata-only removal of old partitions.
   */
  public static OptionalInt epochDay(Map<String, String> partitionValues, String dateColumn) {
    throw new UnsupportedOperationException();
  }
}
