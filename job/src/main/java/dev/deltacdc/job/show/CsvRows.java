/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/** CSV as our own CSV sources read it: NULL is an empty field, the empty string a quoted one. */
final class CsvRows implements RowPrinter {
  @Override
  public void print(Rows rows, PrintStream out) {
    out.println(line(List.copyOf(rows.type().getFieldNames())));
    printMore(rows, out);
  }

  @Override
  public void printMore(Rows rows, PrintStream out) {
    for (RowData row : rows.rows()) {
      out.println(line(PlainValue.row(row, rows.type())));
    }
  }

  private static String line(List<?> values) {
    return values.stream().map(CsvRows::field).collect(Collectors.joining(","));
  }

  private static String field(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    String text =
        value instanceof Collection || value instanceof Map
            ? NeatTable.json(value)
            : value.toString();
    boolean plain =
        !text.isEmpty()
            && text.equals(text.strip())
            && text.chars().noneMatch(c -> ",\"\n\r".indexOf(c) >= 0);
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
