/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.delta.TableStore;
import dev.deltacdc.job.pipeline.TableName;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where the tables live: {@code a.b.c} at {@code <uri>/a/b/c}.
 *
 * @param uri absolute local path, or URI of any Hadoop file system
 * @param hadoop settings of that file system
 */
public record Lake(String uri, Map<String, String> hadoop) {

  /** What Flink's options for Hadoop start with. */
  public static final String HADOOP = "flink.hadoop.";

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

  public Lake {
    hadoop = Map.copyOf(hadoop);
  }

  /** A lake whose file system needs no settings. */
  public static Lake at(String location) {
    return at(location, Map.of());
  }

  /**
   * A lake as users name it.
   *
   * @param location local path, relative to the working directory or absolute, or URI
   * @param flink Flink's configuration; {@code flink.hadoop.KEY} there is Hadoop's KEY, as in Flink
   */
  public static Lake at(String location, Map<String, String> flink) {
    String uri =
        SCHEME.matcher(location).matches()
            ? location
            : Path.of(location).toAbsolutePath().normalize().toString();
    Map<String, String> hadoop = new TreeMap<>();
    flink.forEach(
        (key, value) -> {
          if (key.startsWith(HADOOP)) {
            hadoop.put(key.substring(HADOOP.length()), value);
          }
        });
    return new Lake(uri.length() > 1 ? uri.replaceAll("/+$", "") : uri, hadoop);
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
    return (uri.endsWith("/") ? uri : uri + "/") + name.path();
  }

  /** Without the settings, which may be secret. */
  @Override
  public String toString() {
    return uri;
  }

  public TableStore store(TableName name) {
    return TableStore.open(path(name), hadoop);
  }
}
