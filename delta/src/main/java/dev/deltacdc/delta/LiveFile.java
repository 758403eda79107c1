/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.Serializable;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * A data file of a table version together with its deletion vector.
 *
 * @param tags the AddFile's tags, kept when its vector is replaced; empty when there are none
 */
public record LiveFile(DataFile file, @Nullable DeletionVector vector, Map<String, String> tags)
    implements Serializable {

  public LiveFile(DataFile file, @Nullable DeletionVector vector) {
    this(file, vector, Map.of());
  }

  public String path() {
    return file.path();
  }

  /**
   * Live rows: records minus deleted ones; negative when the log doesn't say how many records there
   * are.
   */
  public long liveRows() {
    if (file.numRecords() < 0) {
      return -1;
    }
    return file.numRecords() - (vector == null ? 0 : vector.cardinality());
  }

  /** What is needed to read it: without statistics and tags. */
  public LiveFile withoutDetails() {
    DataFile plain =
        new DataFile(
            file.path(),
            file.partitionValues(),
            file.size(),
            file.modificationTime(),
            file.numRecords(),
            null);
    return new LiveFile(plain, vector);
  }
}
