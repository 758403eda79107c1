/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

/**
 * The one hash function of keys and contents: 64 bits, well mixed, the same on every machine.
 *
 * <p>Key groups and stored content hashes depend on it, so it must never change.
 */
final class Hashing {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private Hashing() {}

  /** Adds a value to a running hash. */
  static long combine(long hash, long value) {
    long h = (hash ^ value) * PRIME;
    h ^= h >>> 32;
    h *= 0xD6E8FEB86659FD93L;
    return h ^ (h >>> 29);
  }

  /** Adds bytes and their number to a running hash. */
  static long combine(long hash, byte[] bytes) {
    long h = combine(hash, bytes.length);
    int i = 0;
    for (; i + 8 <= bytes.length; i += 8) {
      h = combine(h, word(bytes, i, 8));
    }
    return i < bytes.length ? combine(h, word(bytes, i, bytes.length - i)) : h;
  }

  /** A 32-bit hash of bytes. */
  static int fold(byte[] bytes) {
    long h = combine(0, bytes);
    return (int) (h ^ (h >>> 32));
  }

  private static long word(byte[] bytes, int from, int length) {
    long word = 0;
    for (int i = 0; i < length; i++) {
      word = (word << 8) | (bytes[from + i] & 0xFF);
    }
    return word;
  }
}
