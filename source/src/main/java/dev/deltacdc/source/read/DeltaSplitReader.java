/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.read;

import dev.deltacdc.delta.FileReader;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.source.split.DeltaSplit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;

/**
 * Reads files in the fetcher's thread, one batch at a time. A file that was left in the middle is
 * read again from its begin, without what was emitted already.
 */
final class DeltaSplitReader implements SplitReader<FileRow, DeltaSplit> {

  private final Supplier<FileReader> opening;
  private final Deque<DeltaSplit> splits = new ArrayDeque<>();
  private @Nullable FileReader files;
  private @Nullable DeltaSplit current;
  private @Nullable FileReader.Batches batches;

  DeltaSplitReader(Supplier<FileReader> opening) {
    this.opening = opening;
  }

  @Override
  public RecordsWithSplitIds<FileRow> fetch() {
    try {
      return batches == null && !open() ? FileRows.none() : next();
    } catch (TableException e) {
      throw e.stopping();
    }
  }

  private boolean open() {
    if (splits.isEmpty()) {
      return false;
    }
    if (files == null) {
      files = opening.get();
    }
    current = splits.peek();
    batches = files.read(current.file());
    splits.remove();
    return true;
  }

  private FileRows next() {
    if (batches.next()) {
      return FileRows.of(current.splitId(), batches.batch(), current.nextRow());
    }
    String finished = current.splitId();
    close();
    return FileRows.finished(finished);
  }

  @Override
  public void handleSplitsChanges(SplitsChange<DeltaSplit> change) {
    splits.addAll(change.splits());
  }

  /** A batch is never waited for long. */
  @Override
  public void wakeUp() {}

  @Override
  public void close() {
    if (batches != null) {
      batches.close();
      batches = null;
      current = null;
    }
  }
}
