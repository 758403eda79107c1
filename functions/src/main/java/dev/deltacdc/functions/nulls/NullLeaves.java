/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.nulls;

import dev.deltacdc.functions.event.LeafSet;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** The leaves in which an upsert's NULLs keep the value known: those of its flow's clause. */
public final class NullLeaves implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<LeafField> columns;

  private NullLeaves(RowLeaves leaves, List<Integer> columns) {
    this.columns = columns.stream().map(leaves.columns()::get).toList();
  }

  /**
   * The leaves of a flow.
   *
   * @param rowType the target's columns
   * @param columns the positions of those that the flow's clause names
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public static NullLeaves of(RowType rowType, List<Integer> columns) {
    return new NullLeaves(RowLeaves.of(rowType), columns);
  }

  /** Those that are NULL in the row of an upsert; null: none. */
  @Nullable
  public LeafSet in(RowData row) {
    if (columns.isEmpty()) {
      return null;
    }
    BitSet nulls = new BitSet();
    columns.forEach(column -> column.addNulls(row, nulls));
    return LeafSet.of(nulls);
  }
}
