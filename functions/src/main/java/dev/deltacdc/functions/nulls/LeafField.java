/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.nulls;

import dev.deltacdc.functions.event.LeafSet;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A field of a row: a leaf, or a ROW of them.
 *
 * @param getter of its value
 * @param first the number of its first leaf
 * @param end the number after that of its last
 * @param fields those of a ROW; of a leaf there are none
 */
record LeafField(RowData.FieldGetter getter, int first, int end, List<LeafField> fields)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Adds a row's fields, numbered from {@code first} on; returns the number that comes next. */
  static int addAll(RowType rowType, int first, List<LeafField> result) {
    int next = first;
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      LogicalType type = rowType.getTypeAt(i).copy(true);
      List<LeafField> fields = new ArrayList<>();
      int end = type instanceof RowType row ? addAll(row, next, fields) : next;
      if (fields.isEmpty()) {
        end = next + 1;
      }
      RowData.FieldGetter getter = RowData.createFieldGetter(type, i);
      result.add(new LeafField(getter, next, end, List.copyOf(fields)));
      next = end;
    }
    return next;
  }

  /** The row of some older and some newer leaves; a row that is null has NULLs only. */
  static GenericRowData inheritAll(
      List<LeafField> fields, @Nullable RowData older, @Nullable RowData newer, LeafSet kept) {
    GenericRowData row = new GenericRowData(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      row.setField(i, fields.get(i).inherit(older, newer, kept));
    }
    return row;
  }

  @Nullable
  private Object inherit(@Nullable RowData older, @Nullable RowData newer, LeafSet kept) {
    int keptHere = kept.count(first, end);
    if (keptHere == 0) {
      return value(newer);
    }
    if (keptHere == end - first) {
      return value(older);
    }
    return inheritAll(fields, (RowData) value(older), (RowData) value(newer), kept);
  }

  /** Adds the leaves that are NULL in a row; all are when it is null. */
  void addNulls(@Nullable RowData row, BitSet nulls) {
    Object value = value(row);
    if (value == null) {
      nulls.set(first, end);
    } else {
      fields.forEach(field -> field.addNulls((RowData) value, nulls));
    }
  }

  @Nullable
  private Object value(@Nullable RowData row) {
    return row == null ? null : getter.getFieldOrNull(row);
  }
}
