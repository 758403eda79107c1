/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.delta.OriginColumn;
import org.apache.flink.table.data.RowData;

/**
 * Where rows of a Delta table are: in a file, of the version that brought them, such as {@code
 * v7/part-1.parquet}, which a change feed may bring again with a later one.
 */
final class DeltaPositions implements ReadOperator.Positions<RowData> {
  private static final long serialVersionUID = 1L;

  private final int path;
  private final int index;
  private final int version;

  private transient String lastPath;
  private transient long lastVersion;
  private transient String split;

  /**
   * @param first column of a row's origin
   */
  DeltaPositions(int first) {
    this.path = first + DeltaRowsFunction.ORIGIN.indexOf(OriginColumn.FILE_PATH);
    this.index = first + DeltaRowsFunction.ORIGIN.indexOf(OriginColumn.ROW_INDEX);
    this.version = first + DeltaRowsFunction.ORIGIN.indexOf(OriginColumn.COMMIT_VERSION);
  }

  @Override
  public void add(RowData row, SourceRanges ranges) {
    String file = row.getString(path).toString();
    long of = row.getLong(version);
    if (of != lastVersion || !file.equals(lastPath)) {
      lastPath = file;
      lastVersion = of;
      split = "v" + of + "/" + file;
    }
    ranges.add(split, row.getLong(index));
  }
}
