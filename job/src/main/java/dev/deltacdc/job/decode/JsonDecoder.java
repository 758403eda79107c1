/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.time.ZoneId;
import java.util.function.Consumer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;

/** One JSON object per record to rows. */
final class JsonDecoder implements RecordDecoder {

  private final JsonInput input;
  private final JsonInput.Reading<GenericRowData> row;

  JsonDecoder(RowType rowType, ZoneId zone) {
    JsonRecord record = new JsonRecord();
    input = new JsonInput(record);
    row = new JsonValues(record, zone).row(rowType, 1)::decode;
  }

  @Override
  public void decode(EncodedRecord record, Consumer<GenericRowData> rows) throws DecodeException {
    rows.accept(input.read(record.bytes(), row));
  }
}
