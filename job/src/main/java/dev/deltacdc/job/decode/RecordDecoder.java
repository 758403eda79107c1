/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.util.function.Consumer;
import org.apache.flink.table.data.GenericRowData;

/** Turns one record's bytes into rows. Not thread-safe. */
public interface RecordDecoder {

  /**
   * Decodes a record.
   *
   * @param rows gets the record's rows, all or, with an exception, none: one; none for a comment;
   *     two for an update that changes the key. A row is new: the fields of {@link
   *     RecordFormat#rowType()}, those of {@link RecordFormat#metadata()}, and one more, {@code
   *     null}, for the caller's use
   * @throws DecodeException if the record cannot become rows
   */
  void decode(EncodedRecord record, Consumer<GenericRowData> rows) throws DecodeException;
}
