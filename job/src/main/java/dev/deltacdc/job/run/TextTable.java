/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Columns of text: the first to the left; the others, numbers, to the right. */
public final class TextTable {

  private final List<String[]> rows = new ArrayList<>();
  private boolean textLast;

  /** A table without rows. */
  public TextTable(String... header) {
    rows.add(header);
  }

  /** A table whose last column is to the left, too. */
  public static TextTable withTextLast(String... header) {
    TextTable table = new TextTable(header);
    table.textLast = true;
    return table;
  }

  /** Adds a row with a cell for each column. */
  public void row(String... cells) {
    rows.add(cells);
  }

  /** Prints header and rows. */
  public void print(PrintStream out) {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String padding = " ".repeat(widths[i] - row[i].length());
        boolean left = i == 0 || (textLast && i == columns - 1);
        line.append(i == 0 ? "" : "  ").append(left ? row[i] + padding : padding + row[i]);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  /** With thousands separators: 10,090. */
  public static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
