/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.sink.table.TableStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where the tables live: {@code a.b.c} at {@code <uri>/a/b/c}.
 *
 * @param uri absolute local path, or URI of any Hadoop file system
 * @param hadoop settings of that file system
 */
public record Lake(String uri, Map<String, String> hadoop) {

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

  public Lake {
    hadoop = Map.copyOf(hadoop);
  }

  /**
   * A lake as users name it.
   *
   * @param location local path, relative to the working directory or absolute, or URI
   */
  public static Lake at(String location) {
    String uri =
        SCHEME.matcher(location).matches()
            ? location
            : Path.of(location).toAbsolutePath().normalize().toString();
    return new Lake(uri.length() > 1 ? uri.replaceAll("/+$", "") : uri, Map.of());
  }

  /**
   * The table's path.
   *
   * @throws IllegalArgumentException for a name that would leave the lake
   */
  public String path(TableName name) {
    for (String part : name.parts()) {
      if (part.isBlank()
          || part.startsWith(".")
          || part.equals("_delta_log")
          || part.chars().anyMatch(c -> c == '/' || c == '\\' || c < ' ')) {
        throw new IllegalArgumentException(
            "Table name '"
                + name
                + "' cannot be a folder of the lake: '"
                + part
                + "'. Use letters, digits, '_' and '-'.");
      }
    }
    return uri + "/" + name.path();
  }

  public TableStore store(TableName name) {
    return TableStore.open(path(name), hadoop);
  }
}
