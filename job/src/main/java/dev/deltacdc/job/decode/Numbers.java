/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.math.BigDecimal;
import javax.annotation.Nullable;

/** Decimal notation: sign, digits, point, exponent. */
final class Numbers {

  /** No column holds as many digits; longer texts would only cost time. */
  private static final int MAX_LENGTH = 1_000;

  private Numbers() {}

  /** Whether the text is a decimal number. White space is not. */
  static boolean isDecimal(byte[] text, int from, int to) {
    int at = from;
    if (at < to && (text[at] == '-' || text[at] == '+')) {
      at++;
    }
    int digits = 0;
    for (; at < to && Ascii.isDigit(text[at]); at++) {
      digits++;
    }
    if (at < to && text[at] == '.') {
      for (at++; at < to && Ascii.isDigit(text[at]); at++) {
        digits++;
      }
    }
    if (digits == 0) {
      return false;
    }
    if (at < to && (text[at] == 'e' || text[at] == 'E')) {
      at++;
      if (at < to && (text[at] == '-' || text[at] == '+')) {
        at++;
      }
      int exponent = at;
      while (at < to && Ascii.isDigit(text[at])) {
        at++;
      }
      if (at == exponent) {
        return false;
      }
    }
    return at == to;
  }

  /**
   * The number without trailing zeros, or {@code null} if it is none or is absurdly long. Its
   * exponent may still be huge: compare precision and scale before asking for its digits.
   */
  @Nullable
  static BigDecimal exact(byte[] text, int from, int to) {
    if (to - from > MAX_LENGTH || !isDecimal(text, from, to)) {
      return null;
    }
    try {
      return new BigDecimal(Ascii.string(text, from, to)).stripTrailingZeros();
    } catch (NumberFormatException exponentBeyondInt) {
      return null;
    } catch (ArithmeticException scaleBeyondInt) {
      return null;
    }
  }

  /** Digits before the point; 0 or less for a fraction. */
  static long integerDigits(BigDecimal number) {
    return (long) number.precision() - number.scale();
  }
}
