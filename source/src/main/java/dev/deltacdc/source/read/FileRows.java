/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.read;

import dev.deltacdc.delta.RowBatch;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;

/** A batch of a file's rows on its way to the reader's thread, or the news that a file is done. */
final class FileRows implements RecordsWithSplitIds<FileRow> {

  private static final FileRows NONE = new FileRows(null, null, 0, Set.of());

  private final @Nullable RowBatch batch;
  private final long nextRow;
  private final Set<String> finished;
  private @Nullable String split;
  private int index;

  private FileRows(
      @Nullable String split, @Nullable RowBatch batch, long nextRow, Set<String> finished) {
    this.split = split;
    this.batch = batch;
    this.nextRow = nextRow;
    this.finished = finished;
  }

  static FileRows of(String split, RowBatch batch, long nextRow) {
    return new FileRows(split, batch, nextRow, Set.of());
  }

  static FileRows finished(String split) {
    return new FileRows(null, null, 0, Set.of(split));
  }

  static FileRows none() {
    return NONE;
  }

  @Override
  public @Nullable String nextSplit() {
    String next = split;
    split = null;
    return next;
  }

  @Override
  public @Nullable FileRow nextRecordFromSplit() {
    while (batch != null && index < batch.size()) {
      int at = index++;
      if (batch.position(at) >= nextRow && batch.isLive(at)) {
        return new FileRow(batch.row(at), batch.position(at));
      }
    }
    return null;
  }

  @Override
  public Set<String> finishedSplits() {
    return finished;
  }
}
