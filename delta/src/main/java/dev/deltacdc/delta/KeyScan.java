/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.table.data.RowData;

/**
 * Reads chosen columns of all live rows with their positions, file by file, in memory bounded by
 * one batch of rows, one vector and the list of files.
 */
public final class KeyScan {

  private final TableSnapshot snapshot;
  private final FileReader reader;

  KeyScan(TableSnapshot snapshot, FileReader reader) {
    this.snapshot = snapshot;
    this.reader = reader;
  }

  /**
   * A live row. The row is only valid during the call: copy what is kept. Its fields are the scan's
   * columns in their order.
   */
  @FunctionalInterface
  public interface Visitor {
    void row(LiveFile file, long position, RowData row) throws Exception;
  }

  /**
   * Scans the files that {@code which} accepts, so that subtasks or partitions (days) can share the
   * work.
   */
  public void scan(Predicate<LiveFile> which, Visitor visitor) throws Exception {
    List<LiveFile> files = new ArrayList<>();
    snapshot.forEachLiveFile(
        file -> {
          if (which.test(file)) {
            files.add(file);
          }
        });
    for (LiveFile file : files) {
      scan(file, visitor);
    }
  }

  /** Scans one file; the caller has the files already. */
  public void scan(LiveFile file, Visitor visitor) throws Exception {
    try (FileReader.Batches batches = reader.read(file)) {
      while (batches.next()) {
        for (int i = 0; i < batches.size(); i++) {
          if (batches.isLive(i)) {
            visitor.row(file, batches.position(i), batches.row(i));
          }
        }
      }
    }
  }
}
