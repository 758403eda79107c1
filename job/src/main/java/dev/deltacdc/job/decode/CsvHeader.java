/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;

/**
 * Which field of a file each column is, by the names in its header line. A name matches in any case
 * unless that is ambiguous; names that no column has are ignored.
 *
 * @param size the number of fields
 * @param fields per column its field
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; read for every line
public record CsvHeader(int size, int[] fields) {

  /**
   * Reads a header line.
   *
   * @throws DecodeException if a column has no field, or more than one
   */
  public static CsvHeader parse(byte[] header, CsvOptions options, RowType rowType)
      throws DecodeException {
    List<String> names = new ArrayList<>();
    for (String name : new CsvFields(options).split(header)) {
      names.add(name == null ? "" : name.strip());
    }
    int[] fields = new int[rowType.getFieldCount()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = find(rowType.getFieldNames().get(i), names, header);
    }
    return new CsvHeader(names.size(), fields);
  }

  private static int find(String column, List<String> names, byte[] header) throws DecodeException {
    List<Integer> exact = new ArrayList<>();
    List<Integer> folded = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(column)) {
        exact.add(i);
      } else if (names.get(i).equalsIgnoreCase(column)) {
        folded.add(i);
      }
    }
    List<Integer> found = exact.isEmpty() ? folded : exact;
    if (found.size() == 1) {
      return found.get(0);
    }
    throw DecodeException.unparsable(
        "the header "
            + (found.isEmpty() ? "has no column '" : "has more than one column '")
            + column
            + "': "
            + new String(header, StandardCharsets.UTF_8));
  }
}
