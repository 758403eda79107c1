/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

/** BOOLEAN: {@code true} or {@code false}, in any case; neither 1, 0 nor other words. */
final class BooleanText implements TextValue {

  @Override
  public Object decode(byte[] text, int from, int to) throws DecodeException {
    int start = Ascii.skipSpaces(text, from, to);
    int end = Ascii.trimEnd(text, start, to);
    if (Ascii.isWord(text, start, end, "true")) {
      return true;
    }
    if (Ascii.isWord(text, start, end, "false")) {
      return false;
    }
    throw DecodeException.misfit(text, from, to, "is not a BOOLEAN (true or false)");
  }
}
