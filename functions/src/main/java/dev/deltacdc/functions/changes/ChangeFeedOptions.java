/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.changes;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * A table whose changes are read.
 *
 * @param rowType its columns
 * @param keys the positions of the key among them, in the order of KEYS
 * @param sequenceTypes the types of the sequence's fields
 * @param sequenceType the type of {@link ChangeFeed#SEQUENCE}: that of the one field, or a ROW of
 *     them
 */
public record ChangeFeedOptions(
    RowType rowType, List<Integer> keys, List<LogicalType> sequenceTypes, LogicalType sequenceType)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public ChangeFeedOptions {
    requireNonNull(rowType, "rowType");
    requireNonNull(sequenceType, "sequenceType");
    keys = List.copyOf(keys);
    sequenceTypes = List.copyOf(sequenceTypes);
  }

  /** The columns of a change: the table's, {@link ChangeFeed#TYPE}, {@link ChangeFeed#SEQUENCE}. */
  public RowType outputType() {
    return outputType(rowType, sequenceType);
  }

  /** The same of a table with these columns and this type of sequence. */
  public static RowType outputType(RowType rowType, LogicalType sequenceType) {
    List<RowType.RowField> fields = new ArrayList<>(rowType.getFields());
    fields.add(new RowType.RowField(ChangeFeed.TYPE, new VarCharType(VarCharType.MAX_LENGTH)));
    fields.add(new RowType.RowField(ChangeFeed.SEQUENCE, sequenceType.copy(true)));
    return new RowType(false, fields);
  }
}
