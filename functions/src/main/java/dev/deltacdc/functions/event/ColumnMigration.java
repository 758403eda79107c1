/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;

/**
 * Brings restored rows to the columns of this job, by name: columns that came since are NULL, those
 * whose type is wider now have equal values (semantics: "added source column"). For one thread.
 */
public final class ColumnMigration {
  private final RowType columns;
  private final RowDataSerializer rows;

  private @Nullable RowType from;
  private boolean needless;

  /** By position in the columns of this job; null: not among the earlier ones. */
  private final @Nullable RowData.FieldGetter[] getters;

  /** By position in the columns of this job. */
  private final ValueFit[] fits;

  /** A migration to the columns of this job. */
  public ColumnMigration(RowType columns) {
    this.columns = columns;
    this.rows = new RowDataSerializer(columns);
    this.getters = new RowData.FieldGetter[columns.getFieldCount()];
    this.fits = new ValueFit[columns.getFieldCount()];
  }

  /**
   * Whether all earlier columns are still there, with types of the same values or wider ones:
   * nullability and the lengths of texts and bytes don't count, nor the precision of a time that is
   * a column itself.
   */
  public static boolean isPossible(RowType from, RowType to) {
    for (RowType.RowField field : from.getFields()) {
      int position = to.getFieldIndex(field.getName());
      if (position < 0 || !isReadable(field.getType(), to.getTypeAt(position))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isReadable(LogicalType from, LogicalType to) {
    return isSameTime(from, to) || WiderTypes.holds(to, from);
  }

  private static boolean isSameTime(LogicalType from, LogicalType to) {
    return from.is(LogicalTypeFamily.TIMESTAMP) && from.is(to.getTypeRoot());
  }

  /** Whether a binary row has the same bytes for values of both types: nothing has to be done. */
  public static boolean sameForm(LogicalType one, LogicalType other) {
    if (one.is(LogicalTypeFamily.CHARACTER_STRING)) {
      return other.is(LogicalTypeFamily.CHARACTER_STRING);
    } else if (one.is(LogicalTypeFamily.BINARY_STRING)) {
      return other.is(LogicalTypeFamily.BINARY_STRING);
    } else if (one.getChildren().isEmpty()) {
      return nullable(one).equals(nullable(other));
    }
    List<LogicalType> ones = one.getChildren();
    List<LogicalType> others = other.getChildren();
    boolean same = one.is(other.getTypeRoot()) && ones.size() == others.size();
    if (same && one instanceof RowType row) {
      same = row.getFieldNames().equals(((RowType) other).getFieldNames());
    }
    for (int i = 0; same && i < ones.size(); i++) {
      same = sameForm(ones.get(i), others.get(i));
    }
    return same;
  }

  private static LogicalType nullable(LogicalType type) {
    return type.copy(true);
  }

  /** The columns of this job. */
  public RowType columns() {
    return columns;
  }

  /** The serializer of rows with the columns of this job. */
  public RowDataSerializer rows() {
    return rows;
  }

  /** Whether rows of the earlier columns have the bytes that this job gives them. */
  public boolean isNeedless(RowType earlier) {
    prepare(earlier);
    return needless;
  }

  /** The row of an earlier job in the columns of this one, a new object. */
  public BinaryRowData apply(RowData row, RowType earlier) {
    prepare(earlier);
    return rows.toBinaryRow(row(row)).copy();
  }

  private void prepare(RowType earlier) {
    if (earlier.equals(from)) {
      return;
    }
    from = earlier;
    needless = sameForm(earlier, columns);
    for (int i = 0; i < getters.length; i++) {
      int position = earlier.getFieldIndex(columns.getFieldNames().get(i));
      getters[i] = null;
      fits[i] = ValueFit.SAME;
      if (position >= 0) {
        LogicalType type = earlier.getTypeAt(position);
        getters[i] = RowData.createFieldGetter(nullable(type), position);
        fits[i] = fit(type, columns.getTypeAt(i));
      }
    }
  }

  private static ValueFit fit(LogicalType from, LogicalType to) {
    return sameForm(from, to) || isSameTime(from, to) ? ValueFit.SAME : ValueFit.between(from, to);
  }

  private RowData row(RowData earlier) {
    GenericRowData row = new GenericRowData(getters.length);
    for (int i = 0; i < getters.length; i++) {
      Object value = getters[i] == null ? null : getters[i].getFieldOrNull(earlier);
      row.setField(i, value == null ? null : fitted(i, value));
    }
    return row;
  }

  private Object fitted(int column, Object value) {
    try {
      return fits[column].apply(value);
    } catch (MisfitException e) {
      throw new IllegalStateException(
          "column " + columns.getFieldNames().get(column) + " of the state: " + e.getMessage(), e);
    }
  }
}
