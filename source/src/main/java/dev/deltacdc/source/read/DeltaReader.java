/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.read;

import dev.deltacdc.delta.FileReader;
import dev.deltacdc.delta.HadoopRelease;
import dev.deltacdc.source.split.DeltaSplit;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.table.data.RowData;

/**
 * Emits the rows of the files that it is given, one file after the other; it asks for the next file
 * when it has none left.
 */
public final class DeltaReader
    extends SingleThreadMultiplexSourceReaderBase<FileRow, RowData, DeltaSplit, SplitProgress> {

  /**
   * @param opening makes the reader of the table's files, in the thread that uses it
   */
  public DeltaReader(Supplier<FileReader> opening, SourceReaderContext context) {
    super(
        () -> new DeltaSplitReader(opening),
        (row, output, progress) -> {
          output.collect(row.row());
          progress.emitted(row.position());
        },
        context.getConfiguration(),
        context);
  }

  @Override
  public void start() {
    HadoopRelease.register(context.getUserCodeClassLoader());
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  protected void onSplitFinished(Map<String, SplitProgress> finished) {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  protected SplitProgress initializedState(DeltaSplit split) {
    return new SplitProgress(split);
  }

  @Override
  protected DeltaSplit toSplitType(String splitId, SplitProgress progress) {
    return progress.rest();
  }
}
