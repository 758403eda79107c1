/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;

/** A table with borders, numbers to the right, and the line "20 of 10,090 rows" below. */
final class NeatTable implements RowPrinter {
  private static final int MAX_WIDTH = 80;
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public void print(Rows rows, PrintStream out) {
    RowType type = rows.type();
    Column[] columns = new Column[type.getFieldCount()];
    for (int i = 0; i < columns.length; i++) {
      HorizontalAlign align =
          isNumber(type.getTypeAt(i)) ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
      columns[i] =
          new Column()
              .header(type.getFieldNames().get(i))
              .headerAlign(align)
              .dataAlign(align)
              .maxWidth(MAX_WIDTH, OverflowBehaviour.ELLIPSIS_RIGHT);
    }
    Object[][] cells =
        rows.rows().stream()
            .map(row -> PlainValue.row(row, type).stream().map(NeatTable::cell).toArray())
            .toArray(Object[][]::new);
    out.println(AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, columns, cells));
    out.println(footer(rows));
  }

  private static String footer(Rows rows) {
    int shown = rows.rows().size();
    String noun = rows.total() == 1 ? " row" : " rows";
    return shown == rows.total()
        ? RowPrinter.number(shown) + noun
        : RowPrinter.number(shown) + " of " + RowPrinter.number(rows.total()) + noun;
  }

  private static boolean isNumber(LogicalType type) {
    return type.is(LogicalTypeFamily.NUMERIC);
  }

  private static String cell(@Nullable Object value) {
    if (value == null) {
      return "NULL";
    }
    String text =
        value instanceof Collection || value instanceof Map ? json(value) : value.toString();
    // One row, one line: control characters would break the frame.
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                safe.append(
                    switch (c) {
                      case '\n' -> "\\n";
                      case '\r' -> "\\r";
                      case '\t' -> "\\t";
                      default ->
                          Character.isISOControl(c)
                              ? String.format("\\u%04x", c)
                              : Character.toString(c);
                    }));
    return safe.toString();
  }

  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<String> texts(List<Object> values) {
    return values.stream().map(NeatTable::cell).toList();
  }
}
