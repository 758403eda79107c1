/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * What the order of a target's events depends on.
 *
 * @param name the target, for counters
 * @param rowType the target's columns
 * @param keys the positions of the key among them, in the order of KEYS
 * @param sequenceTypes the types of the sequence's fields
 * @param eventTime the position of the event time of snapshots, or -1 where none reads the target
 * @param ignoresNulls whether a flow ignores NULLs, so that the past of a row counts
 * @param tombstoneRetention how long deletes are remembered, zero for ever
 */
public record OrderOptions(
    String name,
    RowType rowType,
    List<Integer> keys,
    List<LogicalType> sequenceTypes,
    int eventTime,
    boolean ignoresNulls,
    Duration tombstoneRetention)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public OrderOptions {
    requireNonNull(name, "name");
    requireNonNull(rowType, "rowType");
    requireNonNull(tombstoneRetention, "tombstoneRetention");
    keys = List.copyOf(keys);
    sequenceTypes = List.copyOf(sequenceTypes);
    if (keys.contains(eventTime)) {
      throw new IllegalArgumentException(
          "Column "
              + rowType.getFieldNames().get(eventTime)
              + " is a key, so it cannot be the EVENT TIME: a row keeps its key, and each event has"
              + " its own time.");
    }
  }
}
