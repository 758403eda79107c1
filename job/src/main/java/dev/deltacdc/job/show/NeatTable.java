/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;

/**
 * A table with borders, numbers to the right, and the line "20 of 10,090 rows" below. (Libraries
 * for such tables write in the machine's encoding.)
 */
final class NeatTable implements RowPrinter {
  private static final int MAX_WIDTH = 78;
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public void print(Rows rows, PrintStream out) {
    RowType type = rows.type();
    List<List<String>> lines = new ArrayList<>();
    lines.add(type.getFieldNames().stream().map(NeatTable::cell).toList());
    rows.rows().forEach(row -> lines.add(texts(PlainValue.row(row, type))));
    int[] widths = new int[type.getFieldCount()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(line.get(i)));
      }
    }
    String border =
        Arrays.stream(widths)
            .mapToObj(width -> "-".repeat(width + 2))
            .collect(Collectors.joining("+", "+", "+"));
    out.println(border);
    for (int n = 0; n < lines.size(); n++) {
      StringBuilder text = new StringBuilder("|");
      for (int i = 0; i < widths.length; i++) {
        String cell = lines.get(n).get(i);
        String padding = " ".repeat(widths[i] - width(cell));
        text.append(' ')
            .append(isNumber(type.getTypeAt(i)) ? padding + cell : cell + padding)
            .append(" |");
      }
      out.println(text);
      if (n == 0) {
        out.println(border);
      }
    }
    if (lines.size() > 1) {
      out.println(border);
    }
    out.println(footer(rows));
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
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
    return width(safe.toString()) <= MAX_WIDTH
        ? safe.toString()
        : safe.substring(0, safe.offsetByCodePoints(0, MAX_WIDTH - 1)) + "…";
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
