/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/** One version of a table. Immutable. */
public final class TableSnapshot {

  TableSnapshot() {}

  public long version() {
    throw new UnsupportedOperationException();
  }

  /** Milliseconds since the epoch of the version's commit. */
  public long timestamp() {
    throw new UnsupportedOperationException();
  }

  public RowType rowType() {
    throw new UnsupportedOperationException();
  }

  public List<String> partitionColumns() {
    throw new UnsupportedOperationException();
  }

  public Map<String, String> properties() {
    throw new UnsupportedOperationException();
  }

  /** Visits every live file, in no order, in memory bounded by Kernel's log replay. */
  public void forEachLiveFile(Consumer<LiveFile> visitor) {
    throw new UnsupportedOperationException();
  }

  /**
   * Version of the last transaction that an application recorded in the log (protocol: "Transaction
   * Identifiers").
   */
  public OptionalLong transactionVersion(String appId) {
    throw new UnsupportedOperationException();
  }

  /**
   * Live rows, from statistics and vector cardinalities; data files are read only where another
   * writer left the statistics out.
   */
  public long numRows() {
    throw new UnsupportedOperationException();
  }

  /**
   * Whether both versions have the same live files: pairs of path and vector id. For the restore
   * check.
   */
  public boolean sameLiveFiles(TableSnapshot other) {
    throw new UnsupportedOperationException();
  }

  /**
   * A writer of data files for this table's columns, partitions and statistics settings. Not for
   * several threads.
   */
  public DataFileWriter dataFileWriter(long targetFileBytes) {
    throw new UnsupportedOperationException();
  }

  /** Starts a commit of the version after this one. */
  public TableCommit newCommit() {
    throw new UnsupportedOperationException();
  }

  /** Scan of chosen columns with positions, for the row index. */
  public KeyScan keyScan(List<String> columns) {
    throw new UnsupportedOperationException();
  }

  /** All live rows, projected; each row may be kept (no reuse). Close the iterator. */
  public CloseableIterator<RowData> rows(List<String> columns) {
    throw new UnsupportedOperationException();
  }
}
