/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Brings a query's columns to the declared types of its target. A value is never rounded, cut or
 * made NULL: one that has no equal in the column's type, or that a partition column cannot hold, is
 * a misfit, and so is a NULL in a column that is declared NOT NULL (semantics: "a value that does
 * not fit its column").
 */
public final class RowFit implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RowType from;
  private final RowType to;
  private final List<RowData.FieldGetter> getters;
  private final List<ValueFit> fits;

  private RowFit(RowType from, RowType to, List<RowData.FieldGetter> getters, List<ValueFit> fits) {
    this.from = from;
    this.to = to;
    this.getters = getters;
    this.fits = fits;
  }

  private RowFit(RowType from, RowType to, Collection<String> partitionColumns) {
    this(from, to, new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < to.getFieldCount(); i++) {
      LogicalType fromType = from.getTypeAt(i);
      ValueFit fit = ValueFit.between(fromType, to.getTypeAt(i));
      if (fit == null) {
        throw new IllegalArgumentException(
            "Column "
                + to.getFieldNames().get(i)
                + " is "
                + to.getTypeAt(i).asSummaryString()
                + ", its query gives "
                + fromType.asSummaryString()
                + ", which is not the same without loss. CAST it in the query.");
      }
      boolean partition = partitionColumns.contains(to.getFieldNames().get(i));
      fits.add(partition ? PartitionFit.of(fit, to.getTypeAt(i)) : fit);
      getters.add(RowData.createFieldGetter(fromType, i));
    }
  }

  /**
   * The fit of the first fields of one type into the columns of another.
   *
   * @throws IllegalArgumentException if a field's values are not values of its column
   */
  public static RowFit of(RowType from, RowType to) {
    return of(from, to, List.of());
  }

  /**
   * The same for a partitioned table.
   *
   * @param partitionColumns names of its partition columns
   */
  public static RowFit of(RowType from, RowType to, Collection<String> partitionColumns) {
    return new RowFit(from, to, partitionColumns);
  }

  /**
   * The same for a table that has more columns, after the others: the query doesn't give them, and
   * they are NULL (semantics: "Dropped: stays, NULL on new rows").
   */
  public RowFit withKept(List<RowType.RowField> kept) {
    List<RowType.RowField> all = new ArrayList<>(to.getFields());
    all.addAll(kept);
    return new RowFit(from, new RowType(to.isNullable(), all), getters, fits);
  }

  /** How many of the query's first fields are columns of the target. */
  public int columns() {
    return fits.size();
  }

  /** The type of the rows that come in. */
  public RowType from() {
    return from;
  }

  /** The type of the rows that go out. */
  public RowType to() {
    return to;
  }

  /** The row of an upsert in the types of the target. */
  public GenericRowData upsert(RowData row) throws MisfitException {
    GenericRowData result = new GenericRowData(to.getFieldCount());
    for (int i = 0; i < fits.size(); i++) {
      Object value = fitted(i, getters.get(i).getFieldOrNull(row));
      if (value == null && !to.getTypeAt(i).isNullable()) {
        throw new MisfitException("column " + name(i) + ": NULL in a NOT NULL column");
      }
      result.setField(i, value);
    }
    return result;
  }

  /**
   * The row of a delete in the types of the target. Only its key matters: what does not fit
   * elsewhere is left out, as in a delete that carries its key alone.
   */
  public GenericRowData delete(RowData row, List<Integer> keys) throws MisfitException {
    GenericRowData result = new GenericRowData(to.getFieldCount());
    for (int i = 0; i < fits.size(); i++) {
      try {
        result.setField(i, fitted(i, getters.get(i).getFieldOrNull(row)));
      } catch (MisfitException e) {
        if (keys.contains(i)) {
          throw e;
        }
      }
    }
    return result;
  }

  @Nullable
  private Object fitted(int column, @Nullable Object value) throws MisfitException {
    if (value == null) {
      return null;
    }
    try {
      return fits.get(column).apply(value);
    } catch (MisfitException e) {
      throw new MisfitException("column " + name(column) + ": " + e.getMessage());
    }
  }

  private String name(int column) {
    return to.getFieldNames().get(column);
  }
}
