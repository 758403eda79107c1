/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;

/** What a full snapshot's version is: it stands in the name of its file or folder, or is a time. */
public enum SnapshotVersion {
  /** The only number in the name, such as 20260131 or 7. */
  NUMBER("([0-9]+)", "[^0-9/]*", "number", new BigIntType(), Long::parseLong),
  /** The only date in the name, such as 2026-01-31. */
  DATE(
      "([0-9]{4}-[0-9]{2}-[0-9]{2})",
      "[^/]*",
      "date such as 2026-01-31",
      new DateType(),
      text -> LocalDate.parse(text).toEpochDay()),
  /** The time at which one location is read again; see {@link RereadEnumerator}. */
  READ_TIME(
      "",
      "",
      "time",
      new LocalZonedTimestampType(3),
      text -> {
        throw new IllegalStateException("a version that is a time stands in no name");
      });

  private final String pattern;
  private final String upToEnd;
  private final String what;

  @SuppressWarnings("ImmutableEnumChecker") // Flink's types are immutable
  private final LogicalType type;

  @SuppressWarnings("ImmutableEnumChecker") // reads the text alone
  private final ToLongFunction<String> reading;

  SnapshotVersion(
      String pattern,
      String upToEnd,
      String what,
      LogicalType type,
      ToLongFunction<String> reading) {
    this.pattern = pattern;
    this.upToEnd = upToEnd;
    this.what = what;
    this.type = type;
    this.reading = reading;
  }

  /** The type of versions in SQL. */
  public LogicalType type() {
    return type;
  }

  /**
   * SQL that reads the version of a row.
   *
   * @param path an expression that is the path of its file
   * @param time one that is the time which its origin has
   * @param folders whether the version stands in the name of the file's folder
   */
  public String sql(String path, String time, boolean folders) {
    return this == READ_TIME
        ? time
        : "CAST(REGEXP_EXTRACT("
            + path
            + ", '"
            + pattern
            + upToEnd
            + (folders ? "/[^/]*" : "")
            + "$', 1) AS "
            + type.asSerializableString()
            + ")";
  }

  /**
   * The version of a file or a folder, as watermarks have it: the number, or the day since 1970.
   *
   * @throws IllegalArgumentException that says what is wrong with the name
   */
  long of(Path file) {
    List<String> found =
        Pattern.compile(pattern).matcher(file.getName()).results().map(MatchResult::group).toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          file
              + (found.isEmpty() ? " has no " : " has more than one ")
              + what
              + " in its name, so its version is not known. Each file of the source is one full"
              + " snapshot (with 'snapshot.folders' each folder); rename it, or move it elsewhere");
    }
    try {
      return reading.applyAsLong(found.get(0));
    } catch (NumberFormatException | DateTimeException e) {
      throw new IllegalArgumentException(
          file + ": " + found.get(0) + " is not a version: " + e.getMessage(), e);
    }
  }

  /** The name in options. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
