/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/** Questions to one version of a Delta table. */
public final class TableQuery {
  private final LakePath table;
  private final Map<String, String> hadoop;
  private final TableSnapshot snapshot;

  private TableQuery(LakePath table, Map<String, String> hadoop, TableSnapshot snapshot) {
    this.table = table;
    this.hadoop = hadoop;
    this.snapshot = snapshot;
  }

  /**
   * The table's newest version, or the one named.
   *
   * @param hadoop settings of the table's file system
   * @throws IllegalArgumentException if there is no such table or version, with what there is
   */
  public static TableQuery open(LakePath table, Map<String, String> hadoop, OptionalLong version) {
    TableStore store = TableStore.open(table.path(), hadoop);
    if (!store.exists()) {
      throw new IllegalArgumentException(
          "There is no Delta table at " + table.path() + ". " + table.advice());
    }
    TableSnapshot latest = store.latest();
    if (version.isPresent() && version.getAsLong() > latest.version()) {
      throw new IllegalArgumentException(
          "The table has no version "
              + version.getAsLong()
              + " yet; its newest is "
              + latest.version()
              + ".");
    }
    return new TableQuery(
        table, hadoop, version.isPresent() ? store.at(version.getAsLong()) : latest);
  }

  public long version() {
    return snapshot.version();
  }

  /** Rows that fulfil a condition in Flink's SQL, {@code null} for all rows. */
  public long count(@Nullable String where) throws Exception {
    return where == null ? snapshot.numRows() : sql().count(where);
  }

  /** The first rows that fulfil a condition, in no particular order. */
  public Rows rows(@Nullable String where, int limit) throws Exception {
    return where == null ? firstRows(limit) : sql().rows(where, limit);
  }

  /**
   * Rows per value of some columns, in their order.
   *
   * @throws IllegalArgumentException for a column that the table does not have
   */
  public Rows countBy(List<String> columns, @Nullable String where) throws Exception {
    List<String> known = snapshot.rowType().getFieldNames();
    for (String column : columns) {
      if (!known.contains(column)) {
        throw new IllegalArgumentException("--by: " + ConditionErrors.noColumn(column, known));
      }
    }
    return sql().countBy(columns, where);
  }

  private SnapshotSql sql() {
    return new SnapshotSql(table, hadoop, snapshot.version(), snapshot.rowType());
  }

  private Rows firstRows(int limit) throws Exception {
    RowType type = snapshot.rowType();
    List<RowData> first = new ArrayList<>();
    try (CloseableIterator<RowData> rows = snapshot.rows(type.getFieldNames())) {
      while (first.size() < limit && rows.hasNext()) {
        first.add(rows.next());
      }
    }
    return new Rows(type, first, snapshot.numRows());
  }
}
