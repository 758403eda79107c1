/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import dev.deltacdc.job.pipeline.NearestWord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.RowType;

/**
 * Which field of a file each column is, by the names in its header line. A name matches in any case
 * unless that is ambiguous; names that no column has are ignored. A column that may be NULL may be
 * missing, as it is in files that are older than the column.
 *
 * @param size the number of fields
 * @param fields per column its field, or {@link #MISSING}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; read for every line
public record CsvHeader(int size, int[] fields) {

  /** The field of a column that the header does not have. */
  public static final int MISSING = -1;

  /**
   * Reads a header line.
   *
   * @param required columns that must be there, beside those that are NOT NULL
   * @throws DecodeException if such a column has no field, if any has more than one, or none has
   *     one; or if a name looks like a misspelt one of a column that is missing
   */
  public static CsvHeader parse(
      byte[] header, CsvOptions options, RowType rowType, Collection<String> required)
      throws DecodeException {
    List<String> names = new ArrayList<>();
    for (String name : new CsvFields(options).split(header)) {
      names.add(name == null ? "" : name.strip());
    }
    int[] fields = new int[rowType.getFieldCount()];
    checkWhetherOne(names, header, options, rowType.getFieldNames());
    for (int i = 0; i < fields.length; i++) {
      String column = rowType.getFieldNames().get(i);
      fields[i] = find(column, names, header);
      if (fields[i] == MISSING
          && (!rowType.getTypeAt(i).isNullable() || required.contains(column))) {
        throw missing(column, "", header);
      }
    }
    checkSpelling(fields, names, rowType.getFieldNames(), header);
    return new CsvHeader(names.size(), fields);
  }

  private static void checkSpelling(
      int[] fields, List<String> names, List<String> columns, byte[] header)
      throws DecodeException {
    List<String> unused = new ArrayList<>(names);
    for (int field : fields) {
      if (field != MISSING) {
        unused.remove(names.get(field));
      }
    }
    for (int i = 0; i < fields.length; i++) {
      Optional<String> meant =
          fields[i] == MISSING ? NearestWord.of(columns.get(i), unused) : Optional.empty();
      if (meant.isPresent()) {
        throw missing(columns.get(i), "; is '" + meant.get() + "' meant?", header);
      }
    }
  }

  private static DecodeException missing(String column, String hint, byte[] header) {
    return DecodeException.unparsable(
        "the header has no column '"
            + column
            + "'"
            + hint
            + ": "
            + new String(header, StandardCharsets.UTF_8));
  }

  /** Whether a line holds the columns' names, and nothing else, in their order. */
  public static boolean isOne(byte[] line, CsvOptions options, RowType rowType) {
    List<String> columns = rowType.getFieldNames();
    try {
      List<String> fields = new CsvFields(options).split(line);
      boolean header = fields.size() == columns.size();
      for (int i = 0; header && i < columns.size(); i++) {
        header = fields.get(i) != null && columns.get(i).equalsIgnoreCase(fields.get(i).strip());
      }
      return header;
    } catch (DecodeException e) {
      return false;
    }
  }

  /** A header with none of the columns is mostly something else: it is told what. */
  private static void checkWhetherOne(
      List<String> names, byte[] header, CsvOptions options, List<String> columns)
      throws DecodeException {
    if (columns.stream().anyMatch(column -> names.stream().anyMatch(column::equalsIgnoreCase))) {
      return;
    }
    String line = new String(header, StandardCharsets.UTF_8);
    String advice = "if it is no header, leave 'csv.header' out";
    for (String delimiter : List.of(";", "\t", "|", ",")) {
      if (delimiter.charAt(0) != options.delimiter()
          && columns.size() > 1
          && columns.stream()
              .allMatch(
                  column ->
                      Arrays.stream(line.split(Pattern.quote(delimiter)))
                          .map(String::strip)
                          .anyMatch(column::equalsIgnoreCase))) {
        advice =
            "set 'csv.field-delimiter' = '" + (delimiter.equals("\t") ? "\\t" : delimiter) + "'";
      }
    }
    throw DecodeException.unparsable(
        "the first line names none of the columns, " + advice + ": " + line);
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
    if (found.size() <= 1) {
      return found.isEmpty() ? MISSING : found.get(0);
    }
    throw DecodeException.unparsable(
        "the header has more than one column '"
            + column
            + "': "
            + new String(header, StandardCharsets.UTF_8));
  }
}
