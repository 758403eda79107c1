/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

/** DATE: {@code yyyy-MM-dd}, years 0001 to 9999. A time of day does not fit. */
final class DateText implements TextValue {

  @Override
  public Object decode(byte[] text, int from, int to) throws DecodeException {
    int start = Ascii.skipSpaces(text, from, to);
    int end = Ascii.trimEnd(text, start, to);
    int day = end - start == Days.LENGTH ? Days.parse(text, start, end) : Days.NONE;
    if (day == Days.NONE) {
      throw DecodeException.misfit(text, from, to, "is not a DATE (yyyy-MM-dd)");
    }
    return day;
  }
}
