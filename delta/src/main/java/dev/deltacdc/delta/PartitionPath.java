/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The directory of a partition in the Hive style that every writer uses. Readers take the values
 * from the log, never from here; so it is plain ASCII, which any file system keeps as it is, under
 * every locale and without a normal form of its own for accents.
 */
final class PartitionPath {

  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  /** Most file systems stop at 255 bytes for {@code name=value}; a longer one is cut and hashed. */
  private static final int MAX_CHARS = 100;

  private static final String ESCAPED = "\"#%'*/:=?\\{[]^";

  private PartitionPath() {}

  /** For example {@code day=2026-01-01/city=A%2FB}; empty for an unpartitioned table. */
  static String of(List<String> columns, Map<String, String> values) {
    StringBuilder path = new StringBuilder();
    for (String column : columns) {
      if (!path.isEmpty()) {
        path.append('/');
      }
      String value = values.get(column);
      path.append(escape(column)).append('=').append(value == null ? NULL : escape(value));
    }
    return path.toString();
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (byte b : text.getBytes(UTF_8)) {
      if (escaped.length() > MAX_CHARS) {
        return escaped.append('~').append(HexFormat.of().toHexDigits(FileIds.of(text))).toString();
      }
      if (b < ' ' || b == 0x7f || ESCAPED.indexOf(b) >= 0) {
        escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      } else {
        escaped.append((char) b);
      }
    }
    return escaped.toString();
  }
}
