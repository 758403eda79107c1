/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.types.logical.DecimalType;

/**
 * DECIMAL(p, s): the exact value; more digits than p or s allow do not fit, zeros at the end do.
 */
final class DecimalText implements TextValue {

  private static final int SAFE_DIGITS = 18;

  private final int precision;
  private final int scale;

  DecimalText(DecimalType type) {
    precision = type.getPrecision();
    scale = type.getScale();
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
    if (precision > SAFE_DIGITS || end - at > SAFE_DIGITS) {
      return slow(text, start, end);
    }
    long unscaled = 0;
    int digits = 0;
    int decimals = -1;
    for (; at < end; at++) {
      byte b = text[at];
      if (Ascii.isDigit(b)) {
        unscaled = unscaled * 10 + (b - '0');
        digits++;
        if (decimals >= 0) {
          decimals++;
        }
      } else if (b == '.' && decimals < 0) {
        decimals = 0;
      } else {
        return slow(text, start, end);
      }
    }
    int missing = scale - Math.max(decimals, 0);
    if (digits == 0 || missing < 0 || digits + missing > precision) {
      return slow(text, start, end);
    }
    for (; missing > 0; missing--) {
      unscaled *= 10;
    }
    return DecimalData.fromUnscaledLong(negative ? -unscaled : unscaled, precision, scale);
  }

  private Object slow(byte[] text, int start, int end) throws DecodeException {
    BigDecimal number = Numbers.exact(text, start, end);
    if (number == null) {
      throw DecodeException.misfit(text, start, end, "is not a number, " + name() + " needs one");
    }
    if (number.scale() > scale) {
      throw DecodeException.misfit(
          text, start, end, "has more than the " + scale + " decimals of " + name());
    }
    if (number.signum() != 0 && Numbers.integerDigits(number) > precision - scale) {
      throw DecodeException.misfit(text, start, end, "is out of the range of " + name());
    }
    return DecimalData.fromBigDecimal(
        number.setScale(scale, RoundingMode.UNNECESSARY), precision, scale);
  }

  private String name() {
    return "DECIMAL(" + precision + ", " + scale + ")";
  }
}
