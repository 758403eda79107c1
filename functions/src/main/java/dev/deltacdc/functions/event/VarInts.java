/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Byte arrays with a length that takes one byte below 128. */
public final class VarInts {
  private VarInts() {}

  /** Writes the length and the bytes. */
  public static void writeBytes(byte[] bytes, DataOutputView out) throws IOException {
    int rest = bytes.length;
    while (rest >= 0x80) {
      out.writeByte(rest | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
    out.write(bytes);
  }

  /** Reads what {@link #writeBytes} wrote. */
  public static byte[] readBytes(DataInputView in) throws IOException {
    int length = 0;
    int shift = 0;
    byte b;
    do {
      b = in.readByte();
      length |= (b & 0x7F) << shift;
      shift += 7;
    } while (b < 0);
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }
}
