/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * What state keeps of one key, rows among it, as one array of bytes: on the heap it takes 32 bytes
 * more than its content, and there is one per key. Immutable.
 */
public abstract class PackedRows {
  private final byte[] bytes;

  /** A value of packed bytes; the array is not copied. */
  protected PackedRows(byte[] bytes) {
    this.bytes = requireNonNull(bytes, "bytes");
  }

  /**
   * The columns that the rows have when another job wrote them; null: those of this job. Only
   * restored values have a field for it.
   */
  @Nullable
  public RowType columns() {
    return null;
  }

  /** The packed bytes, not copied: not to be changed. */
  public final byte[] bytes() {
    return bytes;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof PackedRows that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
