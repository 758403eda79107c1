/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.Sequence;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What is remembered of a key: the sequence, content hash and kind of the event that decides its
 * state, and of a delete when it arrived on the {@link RunningClock}.
 *
 * <p>There is one for every live row, so it is one packed array: a byte of flags, 8 of hash, 4 of
 * seconds (deletes only), and the sequence. With a BIGINT or timestamp sequence that is 17 bytes
 * for a row and 21 for a tombstone. Flags that this release does not know are an error, so that
 * later ones can add parts.
 */
public final class OrderEntry {
  private static final int DELETED = 1;
  private static final int FROM_TABLE = 2;
  private static final int KNOWN_FLAGS = DELETED | FROM_TABLE;

  private static final int HASH_AT = 1;
  private static final int SECONDS_AT = HASH_AT + Long.BYTES;

  private final byte[] packed;

  private OrderEntry(byte[] packed) {
    this.packed = packed;
  }

  /** The memory of an upsert. */
  static OrderEntry upsert(Sequence sequence, long hash) {
    return new OrderEntry(
        ByteBuffer.allocate(SECONDS_AT + sequence.bytes().length)
            .put((byte) 0)
            .putLong(hash)
            .put(sequence.bytes())
            .array());
  }

  /** What a row of the table tells: a sequence, but not of which event. */
  static OrderEntry fromTable(Sequence sequence) {
    return new OrderEntry(
        ByteBuffer.allocate(SECONDS_AT + sequence.bytes().length)
            .put((byte) FROM_TABLE)
            .putLong(0)
            .put(sequence.bytes())
            .array());
  }

  /** The memory of a delete: a tombstone. */
  static OrderEntry tombstone(Sequence sequence, long hash, int arrivedSeconds) {
    return new OrderEntry(
        ByteBuffer.allocate(SECONDS_AT + Integer.BYTES + sequence.bytes().length)
            .put((byte) DELETED)
            .putLong(hash)
            .putInt(arrivedSeconds)
            .put(sequence.bytes())
            .array());
  }

  /** An entry as it was packed. */
  static OrderEntry unpack(byte[] packed) {
    if (packed.length < SECONDS_AT || (packed[0] & ~KNOWN_FLAGS) != 0) {
      throw new IllegalArgumentException(
          "the order state of a key is not of a format that this release knows");
    }
    return new OrderEntry(packed);
  }

  byte[] packed() {
    return packed;
  }

  boolean isTombstone() {
    return (packed[0] & DELETED) != 0;
  }

  boolean isFromTable() {
    return (packed[0] & FROM_TABLE) != 0;
  }

  /** Without meaning when the entry is from the table. */
  long hash() {
    return ByteBuffer.wrap(packed).getLong(HASH_AT);
  }

  /** When the delete arrived, in seconds of the running clock; of tombstones only. */
  int arrivedSeconds() {
    return ByteBuffer.wrap(packed).getInt(SECONDS_AT);
  }

  Sequence sequence() {
    return Sequence.of(Arrays.copyOfRange(packed, sequenceAt(), packed.length));
  }

  /** As the sequence's own order, without a copy. */
  int compareSequence(Sequence other) {
    byte[] bytes = other.bytes();
    return Arrays.compareUnsigned(packed, sequenceAt(), packed.length, bytes, 0, bytes.length);
  }

  private int sequenceAt() {
    return isTombstone() ? SECONDS_AT + Integer.BYTES : SECONDS_AT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OrderEntry that && Arrays.equals(packed, that.packed);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(packed);
  }

  @Override
  public String toString() {
    return (isTombstone() ? "deleted@" : "row@") + sequence();
  }
}
