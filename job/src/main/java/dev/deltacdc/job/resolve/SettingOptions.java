/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** What a pipeline file may {@code SET}, beside {@code sink.*} and Flink's own options. */
public final class SettingOptions {

  public static final ConfigOption<String> PIPELINE_NAME =
      ConfigOptions.key("pipeline.name")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The pipeline's name: of the Flink job, and the first part of the quarantine table's"
                  + " name. Default: the file's name, or its folder's for pipeline.sql.");

  public static final ConfigOption<String> TIME_ZONE =
      ConfigOptions.key("pipeline.time-zone")
          .stringType()
          .defaultValue("UTC")
          .withDescription(
              "The time zone in which a time without zone is read for a TIMESTAMP_LTZ column, and"
                  + " the days of snapshots that name no zone. Never the JVM's.");

  public static final ConfigOption<String> ON_INVALID =
      ConfigOptions.key("on-invalid")
          .stringType()
          .defaultValue("quarantine")
          .withDescription(
              "What an invalid event does: 'quarantine' sets it aside and counts it, 'fail' stops"
                  + " the job.");

  public static final ConfigOption<String> QUARANTINE_TABLE =
      ConfigOptions.key("quarantine.table")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The table for rejected events, one row per position in a source. Default: the"
                  + " pipeline's name and '_quarantine'.");

  public static final ConfigOption<Duration> TOMBSTONE_RETENTION =
      ConfigOptions.key("tombstone.retention")
          .durationType()
          .defaultValue(Duration.ofDays(2))
          .withDescription(
              "How long a deleted key is remembered, so that older events that arrive later do not"
                  + " bring it back. Counted while the job runs; 0 is for ever.");

  public static final ConfigOption<Duration> HISTORY_LATE_WINDOW =
      ConfigOptions.key("history.late-window")
          .durationType()
          .defaultValue(Duration.ofDays(7))
          .withDescription(
              "SCD TYPE 2: how long a version of a row is remembered after a newer one closed it, so"
                  + " that late events still find their place. Those that come later go to"
                  + " quarantine. Counted while the job runs.");

  public static final ConfigOption<Duration> SNAPSHOT_MAX_AHEAD =
      ConfigOptions.key("snapshot.max-ahead")
          .durationType()
          .defaultValue(Duration.ofDays(1))
          .withDescription(
              "An event whose event time is further ahead of the clock than this is rejected when a"
                  + " snapshot reads its table.");

  public static final ConfigOption<Duration> SNAPSHOT_REFRESH =
      ConfigOptions.key("snapshot.refresh")
          .durationType()
          .noDefaultValue()
          .withDescription(
              "How often a running job writes the open day. Default: only at the end of a bounded"
                  + " or triggered"
                  + " run.");

  public static final ConfigOption<Duration> SNAPSHOT_QUIET_DELAY =
      ConfigOptions.key("snapshot.quiet-delay")
          .durationType()
          .defaultValue(Duration.ofHours(1))
          .withDescription(
              "How long after the end of a day, by the clock, a source without events still holds"
                  + " the day open.");

  public static final ConfigOption<Duration> SNAPSHOT_IDLE_TIMEOUT =
      ConfigOptions.key("snapshot.idle-timeout")
          .durationType()
          .defaultValue(Duration.ofMinutes(5))
          .withDescription(
              "How long a Kafka partition without events still holds days open, and how long after"
                  + " a start the first events of partitions are waited for.");

  public static final ConfigOption<WithoutState> WITHOUT_STATE =
      ConfigOptions.key("start.without-state")
          .enumType(WithoutState.class)
          .defaultValue(WithoutState.FAIL)
          .withDescription(
              "What a start without state does with a changed table that has rows, when one of its"
                  + " sources doesn't start at its beginning (Kafka with a scan.startup.mode other"
                  + " than 'earliest-offset'). 'fail' stops where the result could be wrong;"
                  + " 'rebuild' goes on from the sequences in the rows, although an event older"
                  + " than a delete may then bring its row back; 'replay' says that the source"
                  + " gives every event again that the rows are made of, which a full refresh needs"
                  + " there too.");

  public static final ConfigOption<Integer> RUN_RECORD_KEEP =
      ConfigOptions.key("run-record.keep")
          .intType()
          .defaultValue(20)
          .withDescription(
              "How many runs the lake has a record of: what each commit was made of, and the counts"
                  + " at the end. 0 records nothing.");

  /**
   * The most days of any clause or duration, about a century: far from where sums of days, or of
   * their milliseconds, overflow.
   */
  static final int MOST_DAYS = 36_500;

  private SettingOptions() {}

  public static List<ConfigOption<?>> all() {
    return List.of(
        PIPELINE_NAME,
        TIME_ZONE,
        ON_INVALID,
        QUARANTINE_TABLE,
        TOMBSTONE_RETENTION,
        HISTORY_LATE_WINDOW,
        SNAPSHOT_MAX_AHEAD,
        SNAPSHOT_REFRESH,
        SNAPSHOT_QUIET_DELAY,
        SNAPSHOT_IDLE_TIMEOUT,
        WITHOUT_STATE,
        RUN_RECORD_KEEP);
  }
}
