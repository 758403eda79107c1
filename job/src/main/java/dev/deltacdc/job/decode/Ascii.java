/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.nio.charset.StandardCharsets;

/** Small steps over the bytes of a text. */
final class Ascii {

  private Ascii() {}

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  static boolean isSpace(byte b) {
    return b == ' ' || b == '\t';
  }

  /** The first position at or after {@code from} that is no white space, at most {@code to}. */
  static int skipSpaces(byte[] text, int from, int to) {
    int at = from;
    while (at < to && isSpace(text[at])) {
      at++;
    }
    return at;
  }

  /** The end without trailing white space, at least {@code from}. */
  static int trimEnd(byte[] text, int from, int to) {
    int end = to;
    while (end > from && isSpace(text[end - 1])) {
      end--;
    }
    return end;
  }

  /** Whether the text is the word (lower case letters), whatever its case. */
  static boolean isWord(byte[] text, int from, int to, String word) {
    if (to - from != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      byte b = text[from + i];
      int lower = b >= 'A' && b <= 'Z' ? b + 32 : b;
      if (lower != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads {@code digits} digits.
   *
   * @return the number, or -1 if there are fewer digits before {@code to}
   */
  static int number(byte[] text, int from, int to, int digits) {
    if (from + digits > to) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < from + digits; i++) {
      if (!isDigit(text[i])) {
        return -1;
      }
      value = value * 10 + (text[i] - '0');
    }
    return value;
  }

  static String string(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.US_ASCII);
  }
}
