/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;

/** Turns one record's bytes into a row. Not thread-safe. */
public interface RecordDecoder {

  /**
   * Decodes a record.
   *
   * @param record the record's bytes, without line end
   * @param header the file's header line, for CSV with header; else {@code null}
   * @return a new row of the columns and one more field at the end, {@code null}, for the caller's
   *     use; or {@code null} if the record is a comment
   * @throws DecodeException if the record cannot become a row
   */
  @Nullable
  GenericRowData decode(byte[] record, @Nullable byte[] header) throws DecodeException;
}
