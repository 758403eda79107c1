/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import dev.deltacdc.delta.TableStore;
import java.io.IOException;
import java.util.Map;
import org.apache.flink.api.common.io.GenericInputFormat;
import org.apache.flink.api.common.io.NonParallelInput;
import org.apache.flink.core.io.GenericInputSplit;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/** All live rows of one version of a table. */
final class SnapshotInputFormat extends GenericInputFormat<RowData> implements NonParallelInput {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final Map<String, String> hadoop;
  private final long version;
  private final RowType type;
  private transient CloseableIterator<RowData> rows;

  SnapshotInputFormat(String path, Map<String, String> hadoop, long version, RowType type) {
    this.path = path;
    this.hadoop = Map.copyOf(hadoop);
    this.version = version;
    this.type = type;
  }

  @Override
  public void open(GenericInputSplit split) throws IOException {
    super.open(split);
    rows = TableStore.open(path, hadoop).at(version).rows(type.getFieldNames());
  }

  @Override
  public boolean reachedEnd() {
    return !rows.hasNext();
  }

  @Override
  public RowData nextRecord(RowData reuse) {
    return rows.next();
  }

  @Override
  public void close() throws IOException {
    // Flink closes more than once, the iterator does not like it.
    CloseableIterator<RowData> open = rows;
    rows = null;
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
