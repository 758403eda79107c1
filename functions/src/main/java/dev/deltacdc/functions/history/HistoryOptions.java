/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A history table.
 *
 * @param name the table, for counters and the quarantine table
 * @param rowType the columns of its events
 * @param keys the positions of the key among them, in the order of KEYS
 * @param sequenceTypes the types of the sequence's fields
 * @param sequenceType the type of START_AT and END_AT: that of the one field, or a ROW of them
 * @param tracked the positions of the columns whose change begins a row (semantics: "SCD 2, tracked
 *     columns unchanged")
 * @param ignoresNulls whether a flow ignores NULLs, so that versions of a time before a column was
 *     there have not set it (semantics: "IGNORE NULL UPDATES")
 * @param lateWindow how long a version stays in state after a newer one closed it, counted while
 *     the job runs (semantics: "SCD 2 late window")
 * @param tombstoneRetention how long a delete is remembered that is the last event of its key, zero
 *     for ever; never shorter than the late window
 */
public record HistoryOptions(
    String name,
    RowType rowType,
    List<Integer> keys,
    List<LogicalType> sequenceTypes,
    LogicalType sequenceType,
    List<Integer> tracked,
    boolean ignoresNulls,
    Duration lateWindow,
    Duration tombstoneRetention)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The sequence at which a row begins to be valid. */
  public static final String START_AT = "__START_AT";

  /** The sequence from which on it is not any more; NULL for the current row. */
  public static final String END_AT = "__END_AT";

  public HistoryOptions {
    requireNonNull(name, "name");
    requireNonNull(rowType, "rowType");
    requireNonNull(sequenceType, "sequenceType");
    keys = List.copyOf(keys);
    sequenceTypes = List.copyOf(sequenceTypes);
    tracked = List.copyOf(tracked);
    if (lateWindow.isNegative()) {
      throw new IllegalArgumentException("history.late-window is negative: " + lateWindow);
    }
    if (tombstoneRetention.isNegative()) {
      throw new IllegalArgumentException("tombstone.retention is negative: " + tombstoneRetention);
    }
  }

  /** The table's columns: those of the events, {@link #START_AT}, {@link #END_AT}. */
  public RowType outputType() {
    List<RowType.RowField> fields = new ArrayList<>(rowType.getFields());
    fields.add(new RowType.RowField(START_AT, sequenceType.copy(true)));
    fields.add(new RowType.RowField(END_AT, sequenceType.copy(true)));
    return new RowType(false, fields);
  }

  /** The positions of the key of a row of the table: that of its events, and where it begins. */
  public List<Integer> outputKeys() {
    List<Integer> positions = new ArrayList<>(keys);
    positions.add(rowType.getFieldCount());
    return positions;
  }
}
