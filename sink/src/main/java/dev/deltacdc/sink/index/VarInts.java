/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Unsigned numbers in groups of seven bits, lowest first. */
final class VarInts {

  private VarInts() {}

  static void write(long value, DataOutput target) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      target.writeByte((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    target.writeByte((int) rest);
  }

  static long read(DataInput source) throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = source.readByte();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IOException("A variable-length number has more than 64 bits: the state is damaged.");
  }
}
