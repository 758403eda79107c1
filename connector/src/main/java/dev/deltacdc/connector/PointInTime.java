/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.apache.flink.table.api.ValidationException;

/** A time in an option, as Delta's connector has it: of UTC unless it has an offset. */
final class PointInTime {

  private static final DateTimeFormatter LOCAL =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .toFormatter(Locale.ROOT);

  private PointInTime() {}

  /** Milliseconds since the epoch. */
  static long parse(String option, String text) {
    try {
      if (text.length() == "2026-01-01".length()) {
        return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
      }
      boolean hasOffset = text.endsWith("Z") || text.matches(".*[+-]\\d\\d:\\d\\d");
      return hasOffset
          ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from).toEpochMilli()
          : LocalDateTime.parse(text, LOCAL).toInstant(ZoneOffset.UTC).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new ValidationException(
          "Option '%s' is '%s', which is no time. Write it as 2026-01-31, 2026-01-31 12:30:00 (of UTC) or 2026-01-31T12:30:00+01:00."
              .formatted(option, text),
          e);
    }
  }
}
