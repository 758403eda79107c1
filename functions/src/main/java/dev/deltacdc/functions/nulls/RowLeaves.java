/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.nulls;

import dev.deltacdc.functions.event.LeafSet;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * The leaves of a table's rows, numbered in the order of the columns: the fields of a ROW each for
 * itself, at any depth; an ARRAY or a MAP whole (semantics: "IGNORE NULL UPDATES").
 */
public final class RowLeaves implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<LeafField> columns;
  private final int count;

  private RowLeaves(RowType rowType) {
    List<LeafField> fields = new ArrayList<>();
    this.count = LeafField.addAll(rowType, 0, fields);
    this.columns = List.copyOf(fields);
  }

  /** The leaves of rows with these columns. */
  public static RowLeaves of(RowType rowType) {
    return new RowLeaves(rowType);
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** The number of a column's first leaf. */
  public int first(int column) {
    return columns.get(column).first();
  }

  /** The number after that of a column's last leaf. */
  public int end(int column) {
    return columns.get(column).end();
  }

  /**
   * The newer row, with some leaves from the older one. A ROW of which all leaves are kept is that
   * of the older row, NULL or not; one of which some are kept is not NULL.
   *
   * @param older the row before with its values known, or null: all its leaves are NULL
   * @param newer of an event
   * @param kept the leaves of the older row, or null: none
   * @return an INSERT whose values are those of the two rows, not copied; the newer row itself if
   *     nothing is kept
   */
  public RowData inherit(@Nullable RowData older, RowData newer, @Nullable LeafSet kept) {
    return kept == null ? newer : LeafField.inheritAll(columns, older, newer, kept);
  }

  List<LeafField> columns() {
    return columns;
  }
}
