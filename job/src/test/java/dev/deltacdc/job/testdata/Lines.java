/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/** A CSV file under construction that knows the number of its next line. */
final class Lines {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final byte[] lineEnd;
  private long count;

  Lines(String lineEnd) {
    this.lineEnd = lineEnd.getBytes(UTF_8);
  }

  /** Appends a line and returns its 1-based number. */
  long add(byte[] line) {
    bytes.writeBytes(line);
    bytes.writeBytes(lineEnd);
    return ++count;
  }

  long add(String line) {
    return add(line.getBytes(UTF_8));
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }

  /** One line of CSV: NULL is an empty field, the empty string is a quoted one. */
  static String csv(@Nullable Object... fields) {
    return Arrays.stream(fields).map(Lines::field).collect(Collectors.joining(","));
  }

  private static String field(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    String text = value.toString();
    boolean quoted =
        text.isEmpty() || text.contains(",") || text.contains("\"") || !text.equals(text.strip());
    return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
