/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The directory of a partition in the Hive style that every writer uses. Readers take the values
 * from the log, never from here.
 */
final class PartitionPath {

  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  /** A longer name is cut and hashed: most file systems stop at 255 bytes. */
  private static final int MAX_VALUE_CHARS = 60;

  private static final BitSet ESCAPED = new BitSet(128);

  static {
    ESCAPED.set(0, 0x20);
    ESCAPED.set(0x7f);
    "\"#%'*/:=?\\{[]^".chars().forEach(ESCAPED::set);
  }

  private PartitionPath() {}

  /** For example {@code day=2026-01-01/city=A%2FB}; empty for an unpartitioned table. */
  static String of(List<String> columns, Map<String, String> values) {
    StringBuilder path = new StringBuilder();
    for (String column : columns) {
      if (!path.isEmpty()) {
        path.append('/');
      }
      String value = values.get(column);
      path.append(escape(column)).append('=').append(value == null ? NULL : name(value));
    }
    return path.toString();
  }

  private static String name(String value) {
    if (value.length() <= MAX_VALUE_CHARS) {
      return escape(value);
    }
    int end =
        Character.isHighSurrogate(value.charAt(MAX_VALUE_CHARS - 1))
            ? MAX_VALUE_CHARS - 1
            : MAX_VALUE_CHARS;
    return escape(value.substring(0, end)) + "~" + HexFormat.of().toHexDigits(FileIds.of(value));
  }

  private static String escape(String value) {
    StringBuilder escaped = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (ESCAPED.get(c)) {
        escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
