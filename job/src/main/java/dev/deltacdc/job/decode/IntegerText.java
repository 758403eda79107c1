/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.math.BigDecimal;
import java.util.function.LongFunction;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * TINYINT to BIGINT. A number that is whole counts, however it is written (7, +7, 7.0, 7e0); a
 * fraction or a number out of range does not fit.
 */
final class IntegerText implements TextValue {

  /** So many digits never overflow a long. */
  private static final int SAFE_DIGITS = 18;

  private static final int LONG_DIGITS = 19;

  private final LogicalType type;
  private final long least;
  private final long greatest;
  private final LongFunction<Object> box;

  IntegerText(LogicalType type, long least, long greatest, LongFunction<Object> box) {
    this.type = type;
    this.least = least;
    this.greatest = greatest;
    this.box = box;
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
    if (at == end || end - at > SAFE_DIGITS) {
      return slow(text, start, end);
    }
    long value = 0;
    for (; at < end; at++) {
      byte b = text[at];
      if (!Ascii.isDigit(b)) {
        return slow(text, start, end);
      }
      value = value * 10 + (b - '0');
    }
    return checked(negative ? -value : value, text, start, end);
  }

  private Object slow(byte[] text, int start, int end) throws DecodeException {
    BigDecimal number = Numbers.exact(text, start, end);
    if (number == null) {
      throw DecodeException.misfit(text, start, end, "is not a number, " + name() + " needs one");
    }
    if (number.scale() > 0) {
      throw DecodeException.misfit(
          text, start, end, "is not a whole number, " + name() + " needs one");
    }
    if (Numbers.integerDigits(number) > LONG_DIGITS) {
      throw outOfRange(text, start, end);
    }
    try {
      return checked(number.longValueExact(), text, start, end);
    } catch (ArithmeticException beyondLong) {
      throw outOfRange(text, start, end);
    }
  }

  private Object checked(long value, byte[] text, int start, int end) throws DecodeException {
    if (value < least || value > greatest) {
      throw outOfRange(text, start, end);
    }
    return box.apply(value);
  }

  private DecodeException outOfRange(byte[] text, int start, int end) {
    return DecodeException.misfit(text, start, end, "is out of the range of " + name());
  }

  private String name() {
    return type.copy(true).asSummaryString();
  }
}
