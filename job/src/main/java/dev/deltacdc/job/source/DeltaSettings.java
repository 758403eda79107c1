/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static dev.deltacdc.connector.DeltaConnectorOptions.HADOOP_PREFIX;
import static dev.deltacdc.connector.DeltaConnectorOptions.IGNORE_DELETES;
import static dev.deltacdc.connector.DeltaConnectorOptions.MODE;
import static dev.deltacdc.connector.DeltaConnectorOptions.READ_CHANGE_FEED;
import static dev.deltacdc.connector.DeltaConnectorOptions.SKIP_CHANGE_COMMITS;
import static dev.deltacdc.connector.DeltaConnectorOptions.STARTING_TIMESTAMP;
import static dev.deltacdc.connector.DeltaConnectorOptions.STARTING_VERSION;
import static dev.deltacdc.connector.DeltaConnectorOptions.TABLE_PATH;
import static dev.deltacdc.connector.DeltaConnectorOptions.TIMESTAMP_AS_OF;
import static dev.deltacdc.connector.DeltaConnectorOptions.UPDATE_CHECK_INTERVAL;
import static dev.deltacdc.connector.DeltaConnectorOptions.VERSION_AS_OF;

import dev.deltacdc.connector.DeltaConnectorOptions.Mode;
import dev.deltacdc.connector.ReadOptions;
import dev.deltacdc.delta.OriginColumn;
import dev.deltacdc.job.pipeline.NearestWord;
import dev.deltacdc.job.pipeline.Rule;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;

/**
 * The WITH clause of a Delta table: the connector's options, but streaming unless it says batch.
 */
public final class DeltaSettings {

  /** Names the connector. */
  public static final String CONNECTOR = "delta";

  private DeltaSettings() {}

  /** Reads the options; a problem is told to the reader. */
  static void check(OptionReader options, SourceSchema schema) {
    options.read(FormatOptions.CONNECTOR);
    options.require(TABLE_PATH);
    options.read(MODE, Mode.class);
    options.read(VERSION_AS_OF, Long.class);
    options.read(TIMESTAMP_AS_OF);
    options.read(STARTING_VERSION);
    options.read(STARTING_TIMESTAMP);
    options.read(UPDATE_CHECK_INTERVAL, Long.class);
    options.read(IGNORE_DELETES, Boolean.class);
    options.read(SKIP_CHANGE_COMMITS, Boolean.class);
    options.read(READ_CHANGE_FEED, Boolean.class);
    options.prefixed(HADOOP_PREFIX);
    schema.columns().stream()
        .filter(column -> !column.isPhysical())
        .forEach(column -> checkMetadata(column, options));
  }

  /** What options say that cannot go together, or cannot be read. */
  static Optional<String> conflict(Map<String, String> options) {
    try {
      read(options, null, Map.of()).source();
      return Optional.empty();
    } catch (ValidationException | IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * How the table is read.
   *
   * @param baseDir where a relative path starts, {@code null}: the working directory
   * @param hadoop settings of the lake's file system; those of the options are stronger
   */
  static ReadOptions read(
      Map<String, String> options, @Nullable Path baseDir, Map<String, String> hadoop) {
    Configuration read = Configuration.fromMap(options);
    read.set(TABLE_PATH, path(options, baseDir));
    if (read.getOptional(MODE).isEmpty()) {
      read.set(MODE, Mode.STREAMING);
    }
    return new ReadOptions(read, hadoop(options, hadoop));
  }

  /** The table's directory: a relative path starts at the folder of the pipeline file. */
  public static String path(Map<String, String> options, @Nullable Path baseDir) {
    String path = options.getOrDefault(TABLE_PATH.key(), "");
    if (path.matches("[a-zA-Z][a-zA-Z0-9+.-]+:.*") || path.startsWith("/")) {
      return path;
    }
    Path base = baseDir == null ? Path.of("") : baseDir;
    return base.resolve(path).toAbsolutePath().normalize().toString();
  }

  /** Settings of the table's file system: the lake's, and stronger ones of the options. */
  public static Map<String, String> hadoop(
      Map<String, String> options, Map<String, String> ofLake) {
    Map<String, String> hadoop = new TreeMap<>(ofLake);
    options.forEach(
        (key, value) -> {
          if (key.startsWith(HADOOP_PREFIX)) {
            hadoop.put(key.substring(HADOOP_PREFIX.length()), value);
          }
        });
    return hadoop;
  }

  /** Whether the rows are those of the table's change feed. */
  public static boolean isChangeFeed(Map<String, String> options) {
    return Boolean.parseBoolean(options.get(READ_CHANGE_FEED.key()));
  }

  /** The option's value by which the table isn't read from its rows on; empty if it is. */
  static Optional<String> laterStart(Map<String, String> options) {
    return Stream.of(STARTING_VERSION.key(), STARTING_TIMESTAMP.key())
        .map(options::get)
        .filter(value -> value != null)
        .findFirst();
  }

  /** What a metadata column names; there is such a thing in a source that was checked. */
  static OriginColumn metadata(SourceColumn column) {
    return find(column).orElseThrow();
  }

  private static Optional<OriginColumn> find(SourceColumn column) {
    return Arrays.stream(OriginColumn.values())
        .filter(origin -> origin.key().equals(column.metadataKey()))
        .findFirst();
  }

  private static void checkMetadata(SourceColumn column, OptionReader options) {
    Optional<OriginColumn> origin = find(column);
    List<String> keys = Arrays.stream(OriginColumn.values()).map(OriginColumn::key).toList();
    String key = column.metadataKey();
    if (origin.isEmpty()) {
      options.problem(
          Rule.UNKNOWN_METADATA,
          "column '%s': there is no metadata %s%s"
              .formatted(
                  column.name(),
                  key,
                  NearestWord.of(key, keys)
                      .map(word -> ", did you mean " + word + "?")
                      .orElse("; there is " + String.join(", ", keys))));
    } else if (!origin.get().type().copy(true).equals(column.type().copy(true))) {
      options.problem(
          Rule.METADATA_TYPE,
          "column '%s': %s is %s, not %s; declare that type and CAST it in a computed column or a view"
              .formatted(
                  column.name(),
                  key,
                  origin.get().type().copy(true).asSummaryString(),
                  column.type().copy(true).asSummaryString()));
    }
  }
}
