/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import org.apache.flink.table.connector.ChangelogMode;

/** How the rows of a stream change the table that they are. */
public enum Changelog {
  /** Rows are only added. */
  INSERT_ONLY,

  /** An update is its row before and its row after. */
  RETRACT,

  /** An update is its row after; a delete has the whole row. */
  UPSERT;

  /** The same as Flink's planner has it. */
  public ChangelogMode mode() {
    return switch (this) {
      case INSERT_ONLY -> ChangelogMode.insertOnly();
      case RETRACT -> ChangelogMode.all();
      case UPSERT -> ChangelogMode.upsert(/* keyOnlyDeletes= */ false);
    };
  }
}
