/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.RowData;

/** Writes rows as Parquet files of one table; the files become part of it with a commit. */
public final class DataFileWriter {

  DataFileWriter() {}

  /**
   * The serialised partition values of a row, by column; equal maps mean the same partition. Empty
   * for an unpartitioned table.
   */
  public Map<String, String> partitionOf(RowData row) {
    throw new UnsupportedOperationException();
  }

  /**
   * Writes rows of one partition. The rows must not change before this returns.
   *
   * @return the files in row order: the rows of the first file are the first {@code numRecords}
   *     rows, and so on; a row's position in its file follows
   */
  public List<DataFile> write(Map<String, String> partitionValues, Iterator<RowData> rows) {
    throw new UnsupportedOperationException();
  }
}
