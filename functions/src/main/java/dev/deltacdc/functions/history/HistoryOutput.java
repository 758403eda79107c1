/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * Where changes of a history's rows go: to the table, which knows a row by its key, and to those
 * that read it, which are told the row from before too.
 *
 * @param rows makes the rows
 * @param table takes UPDATE_AFTER, DELETE and, for a row that is final, UPDATE_BEFORE
 * @param readers takes INSERT, pairs of UPDATE_BEFORE and UPDATE_AFTER, and DELETE; null: nobody
 *     reads it
 */
record HistoryOutput(
    HistoryRows rows, Consumer<RowData> table, @Nullable Consumer<RowData> readers) {

  void insert(HistoryRow row) {
    table.accept(rows.of(RowKind.UPDATE_AFTER, row));
    tell(RowKind.INSERT, row);
  }

  void update(HistoryRow before, HistoryRow after) {
    table.accept(rows.of(RowKind.UPDATE_AFTER, after));
    tell(RowKind.UPDATE_BEFORE, before);
    tell(RowKind.UPDATE_AFTER, after);
  }

  void delete(HistoryRow row) {
    table.accept(rows.of(RowKind.DELETE, row));
    tell(RowKind.DELETE, row);
  }

  private void tell(RowKind kind, HistoryRow row) {
    if (readers != null) {
      readers.accept(rows.of(kind, row));
    }
  }
}
