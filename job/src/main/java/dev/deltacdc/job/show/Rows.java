/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Rows to print.
 *
 * @param total how many there are, with those that are not printed
 */
public record Rows(RowType type, List<RowData> rows, long total) {
  public Rows {
    rows = List.copyOf(rows);
  }

  /** The first of them; the total stays. */
  public Rows first(int limit) {
    return new Rows(type, rows.subList(0, Math.min(limit, rows.size())), total);
  }
}
