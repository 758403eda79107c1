/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import java.io.PrintStream;
import org.apache.flink.table.data.RowData;

/** One JSON object a line. */
final class JsonRows implements RowPrinter {
  @Override
  public void print(Rows rows, PrintStream out) {
    for (RowData row : rows.rows()) {
      out.println(NeatTable.json(PlainValue.fields(row, rows.type())));
    }
  }
}
