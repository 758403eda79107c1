/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Numbers, and byte arrays with a length, that take one byte below 128. */
public final class VarInts {
  private VarInts() {}

  /** Writes a number that is not negative. */
  public static void writeInt(int value, DataOutputView out) throws IOException {
    int rest = value;
    while (rest >= 0x80) {
      out.writeByte(rest | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  /** Reads what {@link #writeInt} wrote. */
  public static int readInt(DataInputView in) throws IOException {
    int value = 0;
    int shift = 0;
    byte b;
    do {
      b = in.readByte();
      value |= (b & 0x7F) << shift;
      shift += 7;
    } while (b < 0);
    return value;
  }

  /** Writes the length and the bytes. */
  public static void writeBytes(byte[] bytes, DataOutputView out) throws IOException {
    writeInt(bytes.length, out);
    out.write(bytes);
  }

  /** Reads what {@link #writeBytes} wrote. */
  public static byte[] readBytes(DataInputView in) throws IOException {
    byte[] bytes = new byte[readInt(in)];
    in.readFully(bytes);
    return bytes;
  }
}
