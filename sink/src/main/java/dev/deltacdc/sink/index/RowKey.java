/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import java.util.Arrays;

/**
 * The sink's own key: the key columns in one canonical byte string, so that equal values have equal
 * bytes and different ones never do. Immutable.
 *
 * <p>State holds one for every live row. Flink's {@code BinaryRowData} would do but for its size on
 * the heap, several times that of a short key, and for -0.0, which it tells from 0.0. A job that
 * keys by something of its own gives the sink that instead ({@code DeltaSink.key}).
 */
public final class RowKey implements Comparable<RowKey> {

  private final byte[] bytes;
  private final int hash;

  RowKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  /** By bytes, as a state backend on disk orders them. */
  @Override
  public int compareTo(RowKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key && hash == key.hash && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "RowKey(" + bytes.length + " bytes)";
  }
}
