/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Identity of a data file in the row index: a 64-bit hash of its percent-decoded path, so that
 * nobody has to keep a dictionary. Part of the state's format: never change it.
 */
public final class FileIds {

  private FileIds() {}

  /** The id of a file by its {@link DataFile#path()}: the first 8 bytes of SHA-256. */
  public static long of(String path) {
    return ByteBuffer.wrap(sha256(decode(path))).getLong();
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /** UTF-8 bytes with %XX replaced; a stray percent sign stands for itself. */
  private static byte[] decode(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
      if (low >= 0) {
        decoded.write(high * 16 + low);
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return decoded.toByteArray();
  }
}
