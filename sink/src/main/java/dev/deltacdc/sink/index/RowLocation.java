/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

/**
 * Where the live row of a key is.
 *
 * @param fileId {@link dev.deltacdc.delta.FileIds} of the data file
 * @param position of the row in the file, from 0
 * @param day days since the epoch by which the entry may be forgotten, or {@link #NO_DAY}
 */
public record RowLocation(long fileId, int position, int day) {

  /** The entry never expires. */
  public static final int NO_DAY = Integer.MIN_VALUE;
}
