/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions.ValueFieldsStrategy;

/**
 * Options of our file and Kafka sources and of their formats; names as in Flink where it has them.
 */
public final class FormatOptions {

  public static final ConfigOption<String> CONNECTOR =
      ConfigOptions.key("connector")
          .stringType()
          .noDefaultValue()
          .withDescription("filesystem, kafka, delta, or any other Flink connector.");

  public static final ConfigOption<String> FORMAT =
      ConfigOptions.key("format")
          .stringType()
          .noDefaultValue()
          .withDescription("How a record is written: json, csv, raw or debezium-json.");

  public static final ConfigOption<String> VALUE_FORMAT =
      ConfigOptions.key("value.format")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The same for a Kafka record's value; the format's own options then start with value.");

  public static final ConfigOption<String> KEY_FORMAT =
      ConfigOptions.key("key.format")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "How a Kafka record's key is written: json, csv or raw. The format's own options then"
                  + " start with key.");

  public static final ConfigOption<String> KEY_FIELDS =
      ConfigOptions.key("key.fields")
          .stringType()
          .noDefaultValue()
          .withDescription("The columns that the key gives, separated by semicolons.");

  public static final ConfigOption<String> KEY_FIELDS_PREFIX =
      ConfigOptions.key("key.fields-prefix")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "What the names of these columns start with beside the names that the key has.");

  public static final ConfigOption<ValueFieldsStrategy> VALUE_FIELDS_INCLUDE =
      ConfigOptions.key("value.fields-include")
          .enumType(ValueFieldsStrategy.class)
          .defaultValue(ValueFieldsStrategy.ALL)
          .withDescription(
              "Which columns the value gives: ALL, also where the key could, or EXCEPT_KEY.");

  public static final ConfigOption<String> PATH =
      ConfigOptions.key("path")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "A file, or a folder that is read with all folders in it; relative to the pipeline"
                  + " file, or any file system URI.");

  public static final ConfigOption<Duration> MONITOR_INTERVAL =
      ConfigOptions.key("source.monitor-interval")
          .durationType()
          .noDefaultValue()
          .withDescription(
              "How often to look for new files. Without it the source reads what is there and ends;"
                  + " with --mode continuous it is 10 s.");

  public static final ConfigOption<SnapshotVersion> SNAPSHOT_VERSION =
      ConfigOptions.key("snapshot.version")
          .enumType(SnapshotVersion.class)
          .noDefaultValue()
          .withDescription(
              "Says that each file is a full snapshot, for FROM SNAPSHOT, and where its version"
                  + " stands: number, the only one in the file's name, or date, as 2026-01-31. Files"
                  + " are read in ascending order by one task. With read-time all files of the path"
                  + " are one snapshot, which each run reads again; its version is the time of that.");

  public static final ConfigOption<Boolean> SNAPSHOT_FOLDERS =
      ConfigOptions.key("snapshot.folders")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Whether each folder in the path is one full snapshot, and the files in it are its"
                  + " parts: the version then stands in the folder's name.");

  public static final ConfigOption<String> SNAPSHOT_MARKER =
      ConfigOptions.key("snapshot.marker")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The name of a file that is written last into a snapshot's folder, such as Spark's"
                  + " _SUCCESS: a folder without it is not read yet.");

  public static final ConfigOption<Boolean> SNAPSHOT_ALLOW_EMPTY =
      ConfigOptions.key("snapshot.allow-empty")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Whether a snapshot without a record is taken, and deletes every row; otherwise it"
                  + " stops the job.");

  public static final ConfigOption<Boolean> SNAPSHOT_PARTIAL =
      ConfigOptions.key("snapshot.partial")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Whether snapshots may lack rows: then a row that is missing is not deleted.");

  public static final ConfigOption<MemorySize> MAX_RECORD_SIZE =
      ConfigOptions.key("source.max-record-size")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(16))
          .withDescription("A larger record is rejected; its beginning is kept.");

  public static final ConfigOption<Double> MAX_EVENTS_PER_SECOND =
      ConfigOptions.key("scan.max-events-per-second")
          .doubleType()
          .noDefaultValue()
          .withDescription(
              "Reads at most so many events per second, over all of the source. It is then read by"
                  + " one task.");

  public static final ConfigOption<Boolean> CSV_HEADER =
      ConfigOptions.key("csv.header")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Whether each file starts with a line of column names. Columns are then found by"
                  + " name, in any case where that is unambiguous; otherwise by position.");

  public static final ConfigOption<String> CSV_DELIMITER =
      ConfigOptions.key("csv.field-delimiter")
          .stringType()
          .defaultValue(",")
          .withDescription("Between fields: one ASCII character, or \\t.");

  public static final ConfigOption<String> CSV_QUOTE =
      ConfigOptions.key("csv.quote-character")
          .stringType()
          .defaultValue("\"")
          .withDescription("Around fields: one ASCII character; inside, it is written twice.");

  public static final ConfigOption<Boolean> CSV_NO_QUOTE =
      ConfigOptions.key("csv.disable-quote-character")
          .booleanType()
          .defaultValue(false)
          .withDescription("Whether fields are never quoted.");

  public static final ConfigOption<String> CSV_ESCAPE =
      ConfigOptions.key("csv.escape-character")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Before a character that stands for itself, such as the quote; before n, r, t or 0 it"
                  + " stands for line feed, carriage return, tab or NUL: one ASCII character.");

  public static final ConfigOption<String> CSV_NULL =
      ConfigOptions.key("csv.null-literal")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "An unquoted field with this text is NULL. An unquoted empty field always is.");

  public static final ConfigOption<Boolean> CSV_COMMENTS =
      ConfigOptions.key("csv.allow-comments")
          .booleanType()
          .defaultValue(false)
          .withDescription("Whether lines that start with # are skipped.");

  public static final ConfigOption<Boolean> DEBEZIUM_SCHEMA =
      ConfigOptions.key("debezium-json.schema-include")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Not needed: events with and without schema are both read. Taken, as Flink's format"
                  + " has it.");

  /** All options, for documentation. */
  public static final List<ConfigOption<?>> ALL =
      List.of(
          CONNECTOR,
          FORMAT,
          VALUE_FORMAT,
          KEY_FORMAT,
          KEY_FIELDS,
          KEY_FIELDS_PREFIX,
          VALUE_FIELDS_INCLUDE,
          PATH,
          MONITOR_INTERVAL,
          SNAPSHOT_VERSION,
          SNAPSHOT_FOLDERS,
          SNAPSHOT_MARKER,
          SNAPSHOT_ALLOW_EMPTY,
          SNAPSHOT_PARTIAL,
          MAX_RECORD_SIZE,
          MAX_EVENTS_PER_SECOND,
          CSV_HEADER,
          CSV_DELIMITER,
          CSV_QUOTE,
          CSV_NO_QUOTE,
          CSV_ESCAPE,
          CSV_NULL,
          CSV_COMMENTS,
          DEBEZIUM_SCHEMA);

  private FormatOptions() {}
}
