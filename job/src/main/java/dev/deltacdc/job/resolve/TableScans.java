/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.connector.source.ScanTableSource;

/** Where the planner gets the rows of a {@link ScanTable} from. */
@FunctionalInterface
public interface TableScans {

  /** The table's rows; asked for each query that reads it. */
  ScanTableSource scan(ObjectIdentifier table);

  /** For checking only: queries can be planned, not run. */
  static TableScans none() {
    return table -> {
      throw new UnsupportedOperationException("not built yet");
    };
  }
}
