/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.util.function.Consumer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** A record's bytes as the only column: BYTES as they are, STRING if they are UTF-8. */
final class RawDecoder implements RecordDecoder {

  private final String column;
  private final LogicalType type;
  private final StringText text;
  private final Utf8 utf8 = new Utf8();

  RawDecoder(RowType rowType) {
    column = rowType.getFieldNames().get(0);
    type = rowType.getTypeAt(0);
    text = new StringText(type, LogicalTypeChecks.getLength(type));
  }

  /** Whether the format can give the column. */
  static boolean gives(LogicalType type) {
    return type.is(LogicalTypeFamily.CHARACTER_STRING) || type.is(LogicalTypeFamily.BINARY_STRING);
  }

  @Override
  public void decode(EncodedRecord record, Consumer<GenericRowData> rows) throws DecodeException {
    GenericRowData row = new GenericRowData(2);
    try {
      row.setField(0, value(record.bytes()));
    } catch (DecodeException e) {
      throw e.within(column);
    }
    rows.accept(row);
  }

  private Object value(byte[] bytes) throws DecodeException {
    if (type.is(LogicalTypeFamily.CHARACTER_STRING)) {
      utf8.check(bytes);
      return text.decode(bytes, 0, bytes.length);
    }
    if (bytes.length > LogicalTypeChecks.getLength(type)) {
      throw DecodeException.misfit(
          "has "
              + bytes.length
              + " bytes, more than "
              + type.copy(true).asSummaryString()
              + " holds");
    }
    return bytes;
  }
}
