/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import java.util.LinkedHashMap;
import java.util.Map;

/** Spark's SQL types by column, in order. */
public final class Columns {
  public static final Map<String, String> QUARANTINE =
      of(
          "flow",
          "STRING",
          "source",
          "STRING",
          "position",
          "STRING",
          "reason",
          "STRING",
          "message",
          "STRING",
          "raw",
          "BINARY",
          "time",
          "TIMESTAMP");

  private Columns() {}

  public static Map<String, String> of(String... namesAndTypes) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
    }
    return columns;
  }
}
