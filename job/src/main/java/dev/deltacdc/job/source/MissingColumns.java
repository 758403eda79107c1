/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.decode.CsvHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.RowType;

/** Which columns none of a source's headers has: new ones, or misspelt ones. */
final class MissingColumns {

  private final String source;
  private final List<String> columns;
  private final boolean[] found;
  private int headers;

  MissingColumns(String source, RowType rowType) {
    this.source = source;
    this.columns = rowType.getFieldNames();
    this.found = new boolean[columns.size()];
  }

  void add(CsvHeader header) {
    headers++;
    for (int i = 0; i < found.length; i++) {
      found[i] |= header.fields()[i] != CsvHeader.MISSING;
    }
  }

  /** Says so; empty if each column is in a header, or there is no header. */
  Optional<String> notice() {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      if (!found[i]) {
        missing.add(columns.get(i));
      }
    }
    return headers == 0 || missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "source '"
                + source
                + "': no header of its files has the column"
                + (missing.size() == 1 ? " " : "s ")
                + String.join(", ", missing)
                + ", so "
                + (missing.size() == 1 ? "it is" : "they are")
                + " NULL in every row. Are the names right?");
  }
}
