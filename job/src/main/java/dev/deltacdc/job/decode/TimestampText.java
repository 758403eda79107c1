/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import javax.annotation.Nullable;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * TIMESTAMP and TIMESTAMP_LTZ, in SQL ({@code 2026-01-01 10:00:00.123456}) and ISO notation ({@code
 * 2026-01-01T10:00:00.123456Z}); seconds, fraction and time of day may be missing.
 *
 * <ul>
 *   <li>A fraction finer than the declared precision does not fit (zeros at the end do).
 *   <li>TIMESTAMP_LTZ: an offset ({@code Z}, {@code UTC}, {@code +01}, {@code +01:00}, {@code
 *       +0100}) gives the instant; without one the time is in the pipeline's zone, never the JVM's.
 *       A time that a clock change skips in that zone does not fit.
 *   <li>TIMESTAMP: a time with offset does not fit. To drop the offset would change its meaning, to
 *       convert it would need a zone that nobody named; TIMESTAMP_LTZ takes it as it is.
 * </ul>
 */
final class TimestampText implements TextValue {

  private static final int[] TENS = {
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
  };
  private static final int NANO_DIGITS = 9;
  private static final int NO_OFFSET = Integer.MIN_VALUE;
  private static final int BAD_OFFSET = Integer.MAX_VALUE;
  private static final int MAX_OFFSET = 18 * 3600;

  /** 0001-01-01T00:00Z and 10000-01-01T00:00Z: what readers of a table can show. */
  private static final long FIRST_SECOND = -62_135_596_800L;

  private static final long END_SECOND = 253_402_300_800L;

  private final LogicalType type;
  private final int precision;
  @Nullable private final ZoneOffsets zone;

  /**
   * @param zone for TIMESTAMP_LTZ; {@code null} for TIMESTAMP
   */
  TimestampText(LogicalType type, int precision, @Nullable ZoneOffsets zone) {
    this.type = type;
    this.precision = precision;
    this.zone = zone;
  }

  @Override
  public Object decode(byte[] text, int from, int to) throws DecodeException {
    int start = Ascii.skipSpaces(text, from, to);
    int end = Ascii.trimEnd(text, start, to);
    int day = Days.parse(text, start, end);
    if (day == Days.NONE) {
      throw malformed(text, start, end);
    }
    int at = start + Days.LENGTH;
    long second = day * 86_400L;
    int nanos = 0;
    int offset = NO_OFFSET;
    if (at < end) {
      if (text[at] != ' ' && text[at] != 'T' && text[at] != 't') {
        throw malformed(text, start, end);
      }
      at++;
      int hour = Ascii.number(text, at, end, 2);
      int minute = at + 2 < end && text[at + 2] == ':' ? Ascii.number(text, at + 3, end, 2) : -1;
      if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
        throw malformed(text, start, end);
      }
      second += hour * 3600L + minute * 60L;
      at += 5;
      if (at < end && text[at] == ':') {
        int seconds = Ascii.number(text, at + 1, end, 2);
        if (seconds < 0 || seconds > 59) {
          throw malformed(text, start, end);
        }
        second += seconds;
        at += 3;
        if (at < end && text[at] == '.') {
          int digits = at + 1;
          at = digits;
          while (at < end && Ascii.isDigit(text[at])) {
            at++;
          }
          nanos = nanos(text, digits, at, start, end);
        }
      }
      offset = offset(text, at, end);
      if (offset == BAD_OFFSET) {
        throw malformed(text, start, end);
      }
    }
    return instant(second, nanos, offset, text, start, end);
  }

  private int nanos(byte[] text, int from, int to, int start, int end) throws DecodeException {
    if (from == to) {
      throw malformed(text, start, end);
    }
    int last = to;
    while (last > from && text[last - 1] == '0') {
      last--;
    }
    int digits = last - from;
    if (digits > precision) {
      throw DecodeException.misfit(
          text, start, end, "has a finer fraction of a second than " + name() + " keeps");
    }
    int nanos = 0;
    for (int i = from; i < last; i++) {
      nanos = nanos * 10 + (text[i] - '0');
    }
    return nanos * TENS[NANO_DIGITS - digits];
  }

  private TimestampData instant(
      long localSecond, int nanos, int offset, byte[] text, int start, int end)
      throws DecodeException {
    long second = localSecond;
    if (zone == null) {
      if (offset != NO_OFFSET) {
        throw DecodeException.misfit(
            text, start, end, "has an offset, " + name() + " has none: declare TIMESTAMP_LTZ");
      }
    } else {
      int east = offset != NO_OFFSET ? offset : zone.at(localSecond);
      if (east == ZoneOffsets.NONE) {
        throw DecodeException.misfit(
            text, start, end, "does not exist in " + zone + ", a clock change skips it");
      }
      second -= east;
      if (second < FIRST_SECOND || second >= END_SECOND) {
        throw DecodeException.misfit(text, start, end, "is outside the years 0001 to 9999");
      }
    }
    return TimestampData.fromEpochMillis(second * 1000 + nanos / 1_000_000, nanos % 1_000_000);
  }

  /** Seconds east of UTC, {@link #NO_OFFSET} at the end of the text, else {@link #BAD_OFFSET}. */
  private static int offset(byte[] text, int from, int end) {
    int at = Ascii.skipSpaces(text, from, end);
    if (at == end) {
      return NO_OFFSET;
    }
    if (Ascii.isWord(text, at, end, "z") || Ascii.isWord(text, at, end, "utc")) {
      return 0;
    }
    if (text[at] != '+' && text[at] != '-') {
      return BAD_OFFSET;
    }
    int hours = Ascii.number(text, at + 1, end, 2);
    int length = end - at;
    int minutes =
        switch (length) {
          case 3 -> 0;
          case 5 -> Ascii.number(text, at + 3, end, 2);
          case 6 -> text[at + 3] == ':' ? Ascii.number(text, at + 4, end, 2) : -1;
          default -> -1;
        };
    int seconds = hours * 3600 + minutes * 60;
    if (hours < 0 || minutes < 0 || minutes > 59 || seconds > MAX_OFFSET) {
      return BAD_OFFSET;
    }
    return text[at] == '-' ? -seconds : seconds;
  }

  private DecodeException malformed(byte[] text, int start, int end) {
    return DecodeException.misfit(
        text,
        start,
        end,
        "is not a " + name() + " (such as 2026-01-01 10:00:00.5 or 2026-01-01T10:00:00.5Z)");
  }

  private String name() {
    return type.copy(true).asSummaryString();
  }
}
