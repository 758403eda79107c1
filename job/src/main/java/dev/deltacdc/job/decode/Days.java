/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

/** Calendar dates of four-digit years as days since 1970-01-01. */
final class Days {

  /** Length of {@code yyyy-MM-dd}. */
  static final int LENGTH = 10;

  /** No date. */
  static final int NONE = Integer.MIN_VALUE;

  private static final int[] MONTH_DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private Days() {}

  /** Reads {@code yyyy-MM-dd} at {@code from}; {@link #NONE} if there is no such date there. */
  static int parse(byte[] text, int from, int to) {
    if (from + LENGTH > to || text[from + 4] != '-' || text[from + 7] != '-') {
      return NONE;
    }
    int year = Ascii.number(text, from, to, 4);
    int month = Ascii.number(text, from + 5, to, 2);
    int day = Ascii.number(text, from + 8, to, 2);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > MONTH_DAYS[month - 1]) {
      return NONE;
    }
    if (month == 2 && day == 29 && !isLeap(year)) {
      return NONE;
    }
    return epochDay(year, month, day);
  }

  private static boolean isLeap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Years counted from March put the leap day last (proleptic Gregorian calendar). */
  private static int epochDay(int year, int month, int day) {
    int shifted = month <= 2 ? year - 1 : year;
    int era = shifted / 400;
    int yearOfEra = shifted - era * 400;
    int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }
}
