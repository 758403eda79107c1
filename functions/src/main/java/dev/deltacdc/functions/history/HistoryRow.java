/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.Sequence;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * A row of a history table, valid from {@code start} until before {@code end}.
 *
 * @param values the columns, as the last event had them that belongs to the row
 * @param end null for the current row
 */
record HistoryRow(Sequence start, RowData values, @Nullable Sequence end) {

  HistoryRow closedAt(Sequence at) {
    return new HistoryRow(start, values, at);
  }
}
