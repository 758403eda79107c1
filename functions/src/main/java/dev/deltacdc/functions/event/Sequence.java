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
 * The place of an event among the events of its key: the value of SEQUENCE BY, encoded so that the
 * unsigned byte order is the order of the values (see {@link OrderedBytes}).
 *
 * <p>Sequences of one flow's type compare with each other; those of different types do not.
 * Immutable: callers hand the array over and never change it.
 */
public final class Sequence implements Comparable<Sequence>, Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;

  private Sequence(byte[] bytes) {
    this.bytes = requireNonNull(bytes, "bytes");
  }

  /** A sequence of bytes in the order-preserving encoding; the array is not copied. */
  public static Sequence of(byte[] bytes) {
    return new Sequence(bytes);
  }

  /** The least sequence that is greater than this one: it stands right behind all that equal it. */
  public Sequence next() {
    return new Sequence(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /** The encoded bytes, not copied: not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** A hash of which each bit is as good as a coin, also of sequences that count upwards. */
  public int mixedHash() {
    return Hashing.fold(bytes);
  }

  @Override
  public int compareTo(Sequence other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sequence that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
