/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.topology.Lake;
import java.util.regex.Pattern;

/**
 * From what the user calls a table to its path and its name in SQL.
 *
 * @param advice what to do if there is no table at the path
 */
public record LakePath(String path, String name, String advice) {
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/.*");

  /**
   * A name of one to three parts is a table of the lake; anything with a slash is a path or a URI.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static LakePath of(String table, String lake) {
    if (SCHEME.matcher(table).matches() || table.contains("/") || table.contains("\\")) {
      String path = table.replaceAll("[/\\\\]+$", "");
      return new LakePath(
          path,
          path.replaceAll(".*[/\\\\]", ""),
          "Name a table of the lake, such as sales.orders, or the folder of a table.");
    }
    String[] parts = table.split("\\.", -1);
    if (parts.length > 3) {
      throw new IllegalArgumentException(
          "'"
              + table
              + "' is not a table: a name of one to three parts, such as sales.orders, or a path with a slash.");
    }
    return new LakePath(
        Lake.at(lake).path(TableName.of(parts)),
        parts[parts.length - 1],
        LakeTables.advice(Lake.at(lake).uri(), table));
  }
}
