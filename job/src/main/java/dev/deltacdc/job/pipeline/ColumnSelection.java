/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;

/**
 * {@code a, b} or {@code * EXCEPT (a, b)}, of COLUMNS, TRACK HISTORY ON and IGNORE NULL UPDATES ON.
 *
 * @param except whether the columns named are left out
 */
public record ColumnSelection(boolean except, List<Identifier> columns) {

  /** Every column: no COLUMNS clause, or IGNORE NULL UPDATES alone. */
  public static final ColumnSelection ALL = new ColumnSelection(true, List.of());

  public ColumnSelection {
    columns = List.copyOf(columns);
  }
}
