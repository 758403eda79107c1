/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

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
import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableLayout;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.source.DeltaSource;
import dev.deltacdc.source.DeltaSourceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;

/**
 * How a table is read, by its options.
 *
 * @param hadoop settings of the table's file system
 */
public record ReadOptions(ReadableConfig options, Map<String, String> hadoop) {

  private static final String LATEST = "latest";

  /**
   * Checks that options go together.
   *
   * @throws ValidationException if they don't; the message is for the user
   */
  public ReadOptions {
    boolean batch = options.get(MODE) == Mode.BATCH;
    if (options.get(READ_CHANGE_FEED)) {
      requireFeedOptions(options, batch);
    } else {
      requireForMode(options, batch);
    }
    notBoth(options, VERSION_AS_OF, TIMESTAMP_AS_OF);
    notBoth(options, STARTING_VERSION, STARTING_TIMESTAMP);
  }

  private static void requireForMode(ReadableConfig options, boolean batch) {
    for (ConfigOption<?> option :
        batch
            ? List.of(STARTING_VERSION, STARTING_TIMESTAMP)
            : List.of(VERSION_AS_OF, TIMESTAMP_AS_OF)) {
      if (options.getOptional(option).isPresent()) {
        throw new ValidationException(
            "Option '%s' is for '%s' = '%s', but the table is read with '%s'. Set the mode, or leave the option out."
                .formatted(
                    option.key(),
                    MODE.key(),
                    batch ? "streaming" : "batch",
                    batch ? "batch" : "streaming"));
      }
    }
  }

  private static void requireFeedOptions(ReadableConfig options, boolean batch) {
    for (ConfigOption<?> option :
        List.of(VERSION_AS_OF, TIMESTAMP_AS_OF, IGNORE_DELETES, SKIP_CHANGE_COMMITS)) {
      if (options.getOptional(option).isPresent()) {
        throw new ValidationException(
            "Option '%s' does not go with '%s' = 'true', which reads all changes of each version. Leave one out."
                .formatted(option.key(), READ_CHANGE_FEED.key()));
      }
    }
    if (batch && startOf(options).isEmpty()) {
      throw new ValidationException(
          "Option '%s' needs a version or time to start at in a batch read. Set '%s' or '%s', or '%s' = 'streaming' for the rows that are there and then their changes."
              .formatted(
                  READ_CHANGE_FEED.key(),
                  STARTING_VERSION.key(),
                  STARTING_TIMESTAMP.key(),
                  MODE.key()));
    }
  }

  private static Optional<String> startOf(ReadableConfig options) {
    return options.getOptional(STARTING_VERSION).or(() -> options.getOptional(STARTING_TIMESTAMP));
  }

  private static void notBoth(ReadableConfig options, ConfigOption<?> one, ConfigOption<?> other) {
    if (options.getOptional(one).isPresent() && options.getOptional(other).isPresent()) {
      throw new ValidationException(
          "Options '%s' and '%s' are both set. Leave one out.".formatted(one.key(), other.key()));
    }
  }

  /** Whether the read ends: with one version, or with the changes up to the newest. */
  public boolean isBounded() {
    return options.get(MODE) == Mode.BATCH;
  }

  /** Whether rows are changes of the table's. */
  public boolean isChangeFeed() {
    return options.get(READ_CHANGE_FEED);
  }

  /**
   * The table as it is now, as the options read it.
   *
   * @throws TableException if there is none, or none with a change feed where that is read; the
   *     message is for the user
   */
  public TableLayout layout() {
    TableLayout layout = TableStore.open(options.get(TABLE_PATH), hadoop).latest().layout();
    return isChangeFeed() ? layout.ofChangeFeed("The table at " + options.get(TABLE_PATH)) : layout;
  }

  /**
   * The source that the options describe, with all columns; nothing is read yet.
   *
   * @throws ValidationException for a time or version that is none; the message is for the user
   */
  public DeltaSourceBuilder source() {
    DeltaSourceBuilder source =
        DeltaSource.at(options.get(TABLE_PATH))
            .hadoop(hadoop)
            .ignoreDeletes(options.get(IGNORE_DELETES))
            .skipChangeCommits(options.get(SKIP_CHANGE_COMMITS))
            .readChangeFeed(isChangeFeed())
            .monitorInterval(Duration.ofMillis(options.get(UPDATE_CHECK_INTERVAL)));
    if (isBounded() && isChangeFeed()) {
      source.untilNow(true);
    } else if (isBounded()) {
      source.bounded();
    }
    options.getOptional(VERSION_AS_OF).ifPresent(version -> readAt(source, version));
    options
        .getOptional(TIMESTAMP_AS_OF)
        .ifPresent(
            time -> source.boundedAtTimestamp(PointInTime.parse(TIMESTAMP_AS_OF.key(), time)));
    options.getOptional(STARTING_VERSION).ifPresent(version -> startAt(source, version));
    options
        .getOptional(STARTING_TIMESTAMP)
        .ifPresent(time -> source.fromTimestamp(PointInTime.parse(STARTING_TIMESTAMP.key(), time)));
    return source;
  }

  private static void readAt(DeltaSourceBuilder source, long version) {
    if (version < 0) {
      throw new ValidationException(
          "Option '%s' is '%d', but the first version of a table is 0."
              .formatted(VERSION_AS_OF.key(), version));
    }
    source.boundedAtVersion(version);
  }

  private static void startAt(DeltaSourceBuilder source, String version) {
    if (version.equalsIgnoreCase(LATEST)) {
      source.fromLatest();
    } else if (version.matches("\\d{1,18}")) {
      source.fromVersion(Long.parseLong(version));
    } else {
      throw new ValidationException(
          "Option '%s' is '%s', which is neither a version nor '%s'."
              .formatted(STARTING_VERSION.key(), version, LATEST));
    }
  }
}
