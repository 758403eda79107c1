/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

/** A growing buffer for one value's UTF-8 bytes, used again for the next. Not thread-safe. */
final class TextBuffer {

  private byte[] bytes = new byte[256];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /**
   * Replaces the content by the encoded characters.
   *
   * @throws DecodeException for half a surrogate pair, which UTF-8 cannot express (a JSON escape
   *     can)
   */
  void encode(char[] chars, int from, int count) throws DecodeException {
    if (bytes.length < count * 3L) {
      bytes = new byte[Math.toIntExact(Math.min(count * 3L, Integer.MAX_VALUE - 16))];
    }
    int end = from + count;
    int at = 0;
    int i = from;
    for (; i < end && chars[i] < 0x80; i++) {
      bytes[at++] = (byte) chars[i];
    }
    for (; i < end; i++) {
      char c = chars[i];
      if (c < 0x80) {
        bytes[at++] = (byte) c;
      } else if (c < 0x800) {
        bytes[at++] = (byte) (0xC0 | (c >> 6));
        bytes[at++] = (byte) (0x80 | (c & 0x3F));
      } else if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == end
            || !Character.isLowSurrogate(chars[i + 1])) {
          throw DecodeException.misfit("half a surrogate pair is not a character");
        }
        int point = Character.toCodePoint(c, chars[++i]);
        bytes[at++] = (byte) (0xF0 | (point >> 18));
        bytes[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
        bytes[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        bytes[at++] = (byte) (0x80 | (point & 0x3F));
      } else {
        bytes[at++] = (byte) (0xE0 | (c >> 12));
        bytes[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        bytes[at++] = (byte) (0x80 | (c & 0x3F));
      }
    }
    length = at;
  }
}
