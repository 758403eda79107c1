/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a commit wrote, read from its entry in a Delta log. */
public final class DeltaLog {

  private static final String VECTOR = "\"deletionVector\":{";

  /** Statistics are JSON in a JSON text. */
  private static final Pattern RECORDS = Pattern.compile("\\\\\"numRecords\\\\\":(\\d+)");

  private DeltaLog() {}

  /** The newest version of a table. */
  public static long newestVersion(Path table) throws IOException {
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("\\d{20}\\.json"))
          .mapToLong(name -> Long.parseLong(name.substring(0, 20)))
          .max()
          .orElseThrow();
    }
  }

  /** When a version was written, in milliseconds since the epoch. */
  public static long commitMillis(Path table, long version) throws IOException {
    return Files.getLastModifiedTime(entry(table, version)).toMillis();
  }

  /** How many files got a deletion vector in a version. */
  public static long deletionVectors(Path table, long version) throws IOException {
    return Files.readAllLines(entry(table, version)).stream()
        .filter(line -> line.startsWith("{\"add\":") && line.contains(VECTOR))
        .count();
  }

  /**
   * How many rows are in the files that a version added, without those that only got a deletion
   * vector.
   *
   * @param which of the log's lines count
   */
  public static long rowsAdded(Path table, long version, Predicate<String> which)
      throws IOException {
    long rows = 0;
    for (String line : Files.readAllLines(entry(table, version))) {
      Matcher records = RECORDS.matcher(line);
      if (isNewFile(line) && which.test(line) && records.find()) {
        rows += Long.parseLong(records.group(1));
      }
    }
    return rows;
  }

  private static boolean isNewFile(String line) {
    return line.startsWith("{\"add\":") && !line.contains(VECTOR);
  }

  private static Path entry(Path table, long version) {
    return table.resolve("_delta_log").resolve(String.format("%020d.json", version));
  }
}
