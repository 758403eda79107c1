/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.roaringbitmap.RoaringBitmap;

/**
 * The serialised form of a deletion vector (Delta protocol, "Deletion Vector Format"): magic number
 * and the portable 64-bit Roaring format, little-endian.
 */
final class RoaringVector {

  static final int PORTABLE = 1681511377;

  /** An older form of Spark; read, never written. */
  static final int NATIVE = 1681511376;

  private RoaringVector() {}

  static byte[] serialize(RoaringBitmap positions) {
    positions.runOptimize();
    boolean empty = positions.isEmpty();
    int size = 4 + 8 + (empty ? 0 : 4 + positions.serializedSizeInBytes());
    ByteBuffer buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(PORTABLE).putLong(empty ? 0 : 1);
    if (!empty) {
      buffer.putInt(0);
      positions.serialize(buffer);
    }
    return buffer.array();
  }

  /**
   * @throws IllegalArgumentException saying what is wrong
   */
  static RoaringBitmap deserialize(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int magic = buffer.getInt();
    if (magic != PORTABLE && magic != NATIVE) {
      throw new IllegalArgumentException("its format " + magic + " is unknown");
    }
    long bitmaps = magic == PORTABLE ? buffer.getLong() : buffer.getInt();
    RoaringBitmap positions = new RoaringBitmap();
    for (long i = 0; i < bitmaps; i++) {
      // Portable: the high 32 bits of the positions. Native: the size in bytes, high bits count up
      // from 0.
      int prefix = buffer.getInt();
      RoaringBitmap bitmap = new RoaringBitmap();
      bitmap.deserialize(buffer);
      buffer.position(buffer.position() + bitmap.serializedSizeInBytes());
      long high = magic == PORTABLE ? prefix : i;
      if (high != 0 && !bitmap.isEmpty()) {
        throw new IllegalArgumentException("it has positions beyond 2^32");
      }
      positions.or(bitmap);
    }
    return positions;
  }

  static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
