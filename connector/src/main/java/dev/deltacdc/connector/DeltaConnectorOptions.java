/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import java.time.Duration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/**
 * The options of a table with {@code 'connector' = 'delta'}. Where Delta's own Flink connector has
 * an option, it has the same name here.
 */
public final class DeltaConnectorOptions {

  /** What options for Hadoop begin with. */
  public static final String HADOOP_PREFIX = "hadoop.";

  /** What properties of the table begin with. */
  public static final String TABLE_PREFIX = "delta.";

  public static final ConfigOption<String> TABLE_PATH =
      ConfigOptions.key("table-path")
          .stringType()
          .noDefaultValue()
          .withDescription("Directory of the table: a local path or the URI of a file system.");

  public static final ConfigOption<Mode> MODE =
      ConfigOptions.key("mode")
          .enumType(Mode.class)
          .defaultValue(Mode.BATCH)
          .withDescription(
              "How the table is read: 'batch' reads one version and ends, 'streaming' reads the"
                  + " rows that are there and then those of new versions.");

  public static final ConfigOption<Long> VERSION_AS_OF =
      ConfigOptions.key("versionAsOf")
          .longType()
          .noDefaultValue()
          .withDescription("Batch: the version to read. Default: the newest.");

  public static final ConfigOption<String> TIMESTAMP_AS_OF =
      ConfigOptions.key("timestampAsOf")
          .stringType()
          .noDefaultValue()
          .withDescription("Batch: reads the version that was the newest at this time.");

  public static final ConfigOption<String> STARTING_VERSION =
      ConfigOptions.key("startingVersion")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Streaming: reads only the rows that this version and later ones add; 'latest': only"
                  + " those of versions after the start.");

  public static final ConfigOption<String> STARTING_TIMESTAMP =
      ConfigOptions.key("startingTimestamp")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Streaming: reads only the rows that versions of this time and later ones add.");

  public static final ConfigOption<Long> UPDATE_CHECK_INTERVAL =
      ConfigOptions.key("updateCheckIntervalMillis")
          .longType()
          .defaultValue(Duration.ofSeconds(5).toMillis())
          .withDescription("Streaming: milliseconds between looks for new versions.");

  public static final ConfigOption<Boolean> IGNORE_DELETES =
      ConfigOptions.key("ignoreDeletes")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Streaming: skips versions that only delete whole files, such as deletes of"
                  + " partitions.");

  public static final ConfigOption<Boolean> SKIP_CHANGE_COMMITS =
      ConfigOptions.key("skipChangeCommits")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Streaming: skips versions that update or delete rows, with all rows that they add.");

  public static final ConfigOption<Boolean> READ_CHANGE_FEED =
      ConfigOptions.key("read-change-feed")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Reads the table's change feed: each change of a row is a row, with the columns"
                  + " _change_type, _commit_version and _commit_timestamp. In batch, the changes"
                  + " since 'startingVersion' or 'startingTimestamp'.");

  private DeltaConnectorOptions() {}

  /** How a table is read. */
  public enum Mode {
    BATCH,
    STREAMING
  }
}
