/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;

/** CSV lines to rows, by the names of a header or by position. */
final class CsvDecoder implements RecordDecoder {

  private final CsvOptions options;
  private final RowType rowType;
  private final List<String> required;
  private final List<String> names;
  private final TextValue[] values;
  private final boolean[] nullable;
  private final CsvFields csv;
  private final CsvHeader byPosition;

  // The header of the last record's file; compared by identity, since a file has one array.
  @Nullable private byte[] headerLine;
  @Nullable private CsvHeader header;

  /**
   * @param required columns that a header must have, beside those that are NOT NULL
   */
  CsvDecoder(RowType rowType, List<String> required, CsvOptions options, ZoneId zone) {
    this.required = required;
    this.options = options;
    this.rowType = rowType;
    int size = rowType.getFieldCount();
    names = rowType.getFieldNames();
    values = new TextValue[size];
    nullable = new boolean[size];
    int[] identity = new int[size];
    for (int i = 0; i < size; i++) {
      values[i] = TextValues.of(rowType.getTypeAt(i), zone);
      nullable[i] = rowType.getTypeAt(i).isNullable();
      identity[i] = i;
    }
    byPosition = new CsvHeader(size, identity);
    csv = new CsvFields(options);
  }

  @Override
  public void decode(EncodedRecord record, Consumer<GenericRowData> rows) throws DecodeException {
    byte[] line = record.bytes();
    if (options.comments() && line.length > 0 && line[0] == '#') {
      return;
    }
    CsvHeader columns = options.header() ? header(record.header()) : byPosition;
    List<String> fields = csv.split(line);
    if (fields.size() != columns.size()) {
      throw DecodeException.unparsable(
          "the line has "
              + fields.size()
              + (fields.size() == 1 ? " field, the " : " fields, the ")
              + (options.header() ? "header has " : "table has ")
              + columns.size());
    }
    GenericRowData row = new GenericRowData(values.length + 1);
    for (int i = 0; i < values.length; i++) {
      int place = columns.fields()[i];
      String field = place == CsvHeader.MISSING ? null : fields.get(place);
      if (field != null) {
        try {
          byte[] text = field.getBytes(StandardCharsets.UTF_8);
          row.setField(i, values[i].decode(text, 0, text.length));
        } catch (DecodeException e) {
          throw e.within(names.get(i));
        }
      } else if (!nullable[i]) {
        throw DecodeException.misfit("is empty, the column is NOT NULL").within(names.get(i));
      }
    }
    rows.accept(row);
  }

  private CsvHeader header(@Nullable byte[] headerLine) throws DecodeException {
    if (headerLine == null) {
      throw DecodeException.unparsable("there is no header line");
    }
    if (header == null || this.headerLine != headerLine) {
      header = CsvHeader.parse(headerLine, options, rowType, required);
      this.headerLine = headerLine;
    }
    return header;
  }
}
