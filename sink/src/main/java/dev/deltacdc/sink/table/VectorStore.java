/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads and writes deletion vectors. Positions are unsigned 32-bit: no data file of ours or of
 * Spark has more rows.
 */
public final class VectorStore {

  VectorStore() {}

  /**
   * Writes the vectors of a commit into one file and returns their descriptors by the same keys
   * (paths of the data files). Empty in, empty out, no file.
   */
  public Map<String, DeletionVector> write(Map<String, RoaringBitmap> positionsByPath) {
    throw new UnsupportedOperationException();
  }

  /** The deleted positions; the caller owns the bitmap. Checks size, magic and checksum. */
  public RoaringBitmap read(DeletionVector vector) {
    throw new UnsupportedOperationException();
  }
}
