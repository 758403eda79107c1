/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The key of a row: its key fields in the not-null form of {@link OrderedBytes}, so that ("a","bc")
 * and ("ab","c") differ (semantics: "composite keys").
 *
 * <p>It is the key of all state, of which there is one for every live row. An INT takes 4 bytes, a
 * BIGINT or timestamp 8, a single string its UTF-8 bytes; the object adds 40 on the heap (24 and
 * the array's 16), rounded up to 8. The hash is computed once from the bytes and is the same on
 * every machine, as key groups require.
 */
public final class RowKey implements Serializable, Comparable<RowKey> {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;
  private final int hash;

  private RowKey(byte[] bytes) {
    this.bytes = requireNonNull(bytes, "bytes");
    this.hash = Hashing.fold(bytes);
  }

  /** A key of encoded bytes; the array is not copied. */
  public static RowKey of(byte[] bytes) {
    return new RowKey(bytes);
  }

  /** The encoded bytes, not copied: not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** By bytes, as a state backend on disk orders them: work in that order reads each block once. */
  @Override
  public int compareTo(RowKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
