/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import javax.annotation.Nullable;

/**
 * Some leaves of a row, by their numbers: one bit each, up to the last one that is in the set.
 * Never empty: where no leaf is meant, there is no set. Immutable.
 */
public final class LeafSet implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] bits;

  private LeafSet(byte[] bits) {
    this.bits = bits;
  }

  /** The leaves whose bits are set; null if none is. */
  @Nullable
  public static LeafSet of(BitSet leaves) {
    return leaves.isEmpty() ? null : new LeafSet(leaves.toByteArray());
  }

  /** The set that {@link #bytes} gave; the array is not copied. */
  public static LeafSet ofBytes(byte[] bits) {
    return new LeafSet(bits);
  }

  /** The bits, not copied: not to be changed. */
  public byte[] bytes() {
    return bits;
  }

  /** Whether a leaf is in the set. */
  public boolean contains(int leaf) {
    int at = leaf / Byte.SIZE;
    return at < bits.length && (bits[at] >>> (leaf % Byte.SIZE) & 1) != 0;
  }

  /** The leaves that are in another set too; null if there are none. */
  @Nullable
  public LeafSet and(@Nullable LeafSet other) {
    if (other == null) {
      return null;
    }
    BitSet both = BitSet.valueOf(bits);
    both.and(BitSet.valueOf(other.bits));
    return of(both);
  }

  /** How many of the leaves from one to before another are in the set. */
  public int count(int from, int to) {
    int count = 0;
    for (int leaf = from; leaf < to; leaf++) {
      count += contains(leaf) ? 1 : 0;
    }
    return count;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LeafSet that && Arrays.equals(bits, that.bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }

  @Override
  public String toString() {
    return BitSet.valueOf(bits).toString();
  }
}
