/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import dev.deltacdc.sink.DeltaTable;
import java.util.Map;
import java.util.Optional;

/**
 * A Delta table at a path: entry point to its snapshots, history and vectors. Not serialisable:
 * open one per operator. Safe for use by several threads.
 */
public final class TableStore {

  private TableStore() {}

  /**
   * @param path directory of the table: a local path or the URI of any Hadoop file system
   * @param hadoop Hadoop settings on top of those on the class path, e.g. credentials of an object
   *     store
   */
  public static TableStore open(String path, Map<String, String> hadoop) {
    throw new UnsupportedOperationException();
  }

  /** The table's directory as a qualified URI. */
  public String path() {
    throw new UnsupportedOperationException();
  }

  /** Whether there is a Delta log at the path. */
  public boolean exists() {
    throw new UnsupportedOperationException();
  }

  /**
   * Creates the table, or checks that the one which is there can take what {@code table} describes.
   * Two creators at once are fine: the slower checks what the faster created.
   *
   * @param deletionVectors true for upsert tables: the feature is enabled at creation and required
   *     of an existing table
   * @throws TableException with a message for the user when the path or the table doesn't fit
   */
  public TableSnapshot createOrCheck(DeltaTable table, boolean deletionVectors) {
    throw new UnsupportedOperationException();
  }

  /** The newest version; throws when there is no table. */
  public TableSnapshot latest() {
    throw new UnsupportedOperationException();
  }

  /** The newest version, or empty when there is no Delta table at the path. */
  public Optional<TableSnapshot> find() {
    throw new UnsupportedOperationException();
  }

  /**
   * A given version; throws {@link LogUnreadableException} when it cannot be rebuilt any more or
   * isn't there yet.
   */
  public TableSnapshot at(long version) {
    throw new UnsupportedOperationException();
  }

  public CommitHistory history() {
    throw new UnsupportedOperationException();
  }

  public VectorStore vectors() {
    throw new UnsupportedOperationException();
  }
}
