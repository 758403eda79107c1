/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.Map;
import java.util.Optional;

/** What to say to options that people know from Flink's connectors and that mean nothing here. */
final class OptionHints {

  private static final String QUARANTINE =
      "not needed, a record that cannot be read goes to the quarantine table";
  private static final String BYTES =
      "not needed, declare the column BYTES and DECODE(column, 'charset') it";

  private static final Map<String, String> HINTS =
      Map.ofEntries(
          Map.entry("csv.ignore-parse-errors", QUARANTINE),
          Map.entry("json.ignore-parse-errors", QUARANTINE),
          Map.entry(
              "json.fail-on-missing-field",
              "not needed, a missing field is NULL; declare the column NOT NULL to reject its record"),
          Map.entry(
              "json.timestamp-format.standard", "not needed, SQL and ISO times are both read"),
          Map.entry("debezium-json.ignore-parse-errors", QUARANTINE),
          Map.entry(
              "debezium-json.timestamp-format.standard",
              "not needed, SQL and ISO times are both read"),
          Map.entry("raw.charset", BYTES),
          Map.entry("raw.endianness", BYTES));

  private OptionHints() {}

  static Optional<String> of(String key) {
    if (key.startsWith("sink.")) {
      return Optional.of("this table is a source; what flows write are Delta tables");
    }
    String hint = HINTS.get(key);
    if (hint == null && (key.startsWith("value.") || key.startsWith("key."))) {
      hint = HINTS.get(key.substring(key.indexOf('.') + 1));
    }
    return Optional.ofNullable(hint);
  }
}
