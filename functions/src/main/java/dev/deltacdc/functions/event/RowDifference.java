/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Whether two rows differ in some columns; two NULLs are equal (semantics: "ROWS CHANGED"). */
public final class RowDifference implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RowData.FieldGetter[] getters;
  private final ValueEquality[] equalities;

  private RowDifference(RowType rowType, List<Integer> columns) {
    getters = new RowData.FieldGetter[columns.size()];
    equalities = new ValueEquality[columns.size()];
    for (int i = 0; i < getters.length; i++) {
      LogicalType type = rowType.getTypeAt(columns.get(i)).copy(true);
      getters[i] = RowData.createFieldGetter(type, columns.get(i));
      equalities[i] = ValueEquality.of(type);
    }
  }

  /** The difference on the columns at the given positions. */
  public static RowDifference of(RowType rowType, List<Integer> columns) {
    return new RowDifference(rowType, columns);
  }

  /** Whether the rows differ in one of the columns. */
  public boolean between(RowData one, RowData other) {
    for (int i = 0; i < getters.length; i++) {
      if (!equalities[i].nullSafe(
          getters[i].getFieldOrNull(one), getters[i].getFieldOrNull(other))) {
        return true;
      }
    }
    return false;
  }
}
