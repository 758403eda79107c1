/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

/**
 * FLOAT and DOUBLE: the nearest value, as these types are meant; NaN and Infinity (also Inf, either
 * sign) in any case. A number whose nearest value would be infinite, or zero without being zero,
 * does not fit.
 */
final class FloatingText implements TextValue {

  /** Powers of ten that a double holds exactly. */
  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private static final int EXACT_DIGITS = 15;

  private final boolean single;

  FloatingText(boolean single) {
    this.single = single;
  }

  @Override
  public Object decode(byte[] text, int from, int to) throws DecodeException {
    int start = Ascii.skipSpaces(text, from, to);
    int end = Ascii.trimEnd(text, start, to);
    int at = start;
    boolean negative = at < end && text[at] == '-';
    if (negative || (at < end && text[at] == '+')) {
      at++;
    }
    if (!single) {
      long digits = 0;
      int decimals = -1;
      int length = end - at;
      for (int i = at; i < end && length <= EXACT_DIGITS; i++) {
        byte b = text[i];
        if (Ascii.isDigit(b)) {
          digits = digits * 10 + (b - '0');
          decimals = decimals < 0 ? -1 : decimals + 1;
        } else if (b == '.' && decimals < 0 && length > 1) {
          decimals = 0;
        } else {
          length = Integer.MAX_VALUE;
        }
      }
      if (length > 0 && length <= EXACT_DIGITS) {
        // Both operands are exact, so the quotient is the nearest double (Clinger's fast path).
        double value = digits / TENS[Math.max(decimals, 0)];
        return negative ? -value : value;
      }
    }
    return slow(text, start, at, end, negative);
  }

  private Object slow(byte[] text, int start, int unsigned, int end, boolean negative)
      throws DecodeException {
    double value;
    if (Numbers.isDecimal(text, start, end)) {
      String number = Ascii.string(text, start, end);
      value = single ? Float.parseFloat(number) : Double.parseDouble(number);
      if (Double.isInfinite(value) || (value == 0 && !isZero(text, unsigned, end))) {
        throw DecodeException.misfit(text, start, end, "is out of the range of " + name());
      }
    } else if (Ascii.isWord(text, unsigned, end, "nan")) {
      value = Double.NaN;
    } else if (Ascii.isWord(text, unsigned, end, "infinity")
        || Ascii.isWord(text, unsigned, end, "inf")) {
      value = negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    } else {
      throw DecodeException.misfit(text, start, end, "is not a number, " + name() + " needs one");
    }
    if (single) {
      return (float) value;
    }
    return value;
  }

  private static boolean isZero(byte[] text, int from, int end) {
    for (int i = from; i < end && text[i] != 'e' && text[i] != 'E'; i++) {
      if (text[i] >= '1' && text[i] <= '9') {
        return false;
      }
    }
    return true;
  }

  private String name() {
    return single ? "FLOAT" : "DOUBLE";
  }
}
