/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;

/** A way to print rows. */
public interface RowPrinter {
  void print(Rows rows, PrintStream out) throws IOException;

  /** Prints rows that follow those printed before. */
  default void printMore(Rows rows, PrintStream out) throws IOException {
    print(rows, out);
  }

  /** The printer of a format's name. */
  static RowPrinter of(Format format) {
    return switch (format) {
      case table -> new NeatTable();
      case csv -> new CsvRows();
      case json -> new JsonRows();
    };
  }

  /** The names are those of the command line. */
  enum Format {
    /** For people; ends with the number of rows. */
    table,
    /** A header and lines; NULL is empty, the empty string is quoted. */
    csv,
    /** One object a line. */
    json
  }

  /** {@code 10,090}. */
  static String number(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }
}
