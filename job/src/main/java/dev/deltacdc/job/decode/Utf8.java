/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: a malformed byte is an error, never a replacement character. Not thread-safe. */
final class Utf8 {

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final CharBuffer chars = CharBuffer.allocate(1024);

  /** Checks a whole record. */
  void check(byte[] text) throws DecodeException {
    for (byte b : text) {
      if (b < 0) {
        checkSlowly(text);
        return;
      }
    }
  }

  private void checkSlowly(byte[] text) throws DecodeException {
    ByteBuffer bytes = ByteBuffer.wrap(text);
    decoder.reset();
    while (true) {
      chars.clear();
      var result = decoder.decode(bytes, chars, true);
      if (result.isError()) {
        throw DecodeException.unparsable("byte " + (bytes.position() + 1) + " is not UTF-8");
      }
      if (result.isUnderflow()) {
        return;
      }
    }
  }
}
