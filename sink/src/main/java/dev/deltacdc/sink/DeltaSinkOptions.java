/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import static org.apache.flink.configuration.ConfigOptions.key;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;

/**
 * The settings of a Delta sink, read once.
 *
 * @param bufferRows see {@link #BUFFER_ROWS}
 * @param bufferMemory see {@link #BUFFER_MEMORY}
 * @param targetFileSize see {@link #TARGET_FILE_SIZE}
 * @param vectorCache see {@link #VECTOR_CACHE}
 * @param commitAttempts see {@link #COMMIT_ATTEMPTS}
 * @param commitBackOff see {@link #COMMIT_BACK_OFF}
 * @param commitMaxBackOff see {@link #COMMIT_MAX_BACK_OFF}
 * @param existingRows see {@link #APPEND_EXISTING_ROWS}
 */
public record DeltaSinkOptions(
    int bufferRows,
    MemorySize bufferMemory,
    MemorySize targetFileSize,
    MemorySize vectorCache,
    int commitAttempts,
    Duration commitBackOff,
    Duration commitMaxBackOff,
    ExistingRows existingRows)
    implements Serializable {

  /** What an append sink without state does on a table that has rows. */
  public enum ExistingRows {
    /** Stops: the rows may be those that this job is about to write again. */
    FAIL,
    /** Adds to them. */
    KEEP
  }

  public static final ConfigOption<Integer> BUFFER_ROWS =
      key("sink.buffer.rows")
          .intType()
          .defaultValue(100_000)
          .withDescription(
              "Rows that a writer subtask keeps, the latest per key, before it writes them as data"
                  + " files. More rows make larger files and collapse more changes of one key; the"
                  + " memory is bounded by sink.buffer.memory too.");

  public static final ConfigOption<MemorySize> BUFFER_MEMORY =
      key("sink.buffer.memory")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(64))
          .withDescription(
              "Bytes of rows that a writer subtask keeps before it writes them as data files.");

  public static final ConfigOption<MemorySize> TARGET_FILE_SIZE =
      key("sink.target-file-size")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(128))
          .withDescription("Size at which a data file is closed and the next one begun.");

  public static final ConfigOption<MemorySize> VECTOR_CACHE =
      key("sink.vector-cache.memory")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(64))
          .withDescription(
              "Bytes of deletion vectors that the committer of an upsert table keeps, so that it"
                  + " need not read them again before it extends them.");

  public static final ConfigOption<Integer> COMMIT_ATTEMPTS =
      key("sink.commit.attempts")
          .intType()
          .defaultValue(8)
          .withDescription(
              "How often a commit is tried, each time from its first step, before the job fails.");

  public static final ConfigOption<Duration> COMMIT_BACK_OFF =
      key("sink.commit.back-off")
          .durationType()
          .defaultValue(Duration.ofMillis(100))
          .withDescription("Pause before the second try of a commit; it doubles with each try.");

  public static final ConfigOption<Duration> COMMIT_MAX_BACK_OFF =
      key("sink.commit.max-back-off")
          .durationType()
          .defaultValue(Duration.ofSeconds(10))
          .withDescription("Longest pause between two tries of a commit.");

  public static final ConfigOption<ExistingRows> APPEND_EXISTING_ROWS =
      key("sink.append.existing-rows")
          .enumType(ExistingRows.class)
          .defaultValue(ExistingRows.FAIL)
          .withDescription(
              "What an append sink that starts without state does on a table that has rows already:"
                  + " 'fail' stops, since a job that lost its state would write its rows a second"
                  + " time; 'keep' adds to them.");

  /** All options, for documentation and for checking the names of settings. */
  public static final List<ConfigOption<?>> ALL =
      List.of(
          BUFFER_ROWS,
          BUFFER_MEMORY,
          TARGET_FILE_SIZE,
          VECTOR_CACHE,
          COMMIT_ATTEMPTS,
          COMMIT_BACK_OFF,
          COMMIT_MAX_BACK_OFF,
          APPEND_EXISTING_ROWS);

  public DeltaSinkOptions {
    positive(bufferRows, BUFFER_ROWS);
    positive(bufferMemory.getBytes(), BUFFER_MEMORY);
    positive(targetFileSize.getBytes(), TARGET_FILE_SIZE);
    positive(commitAttempts, COMMIT_ATTEMPTS);
  }

  /** The defaults. */
  public static DeltaSinkOptions defaults() {
    return from(new Configuration());
  }

  /** Reads every option from a configuration. */
  public static DeltaSinkOptions from(ReadableConfig config) {
    return new DeltaSinkOptions(
        config.get(BUFFER_ROWS),
        config.get(BUFFER_MEMORY),
        config.get(TARGET_FILE_SIZE),
        config.get(VECTOR_CACHE),
        config.get(COMMIT_ATTEMPTS),
        config.get(COMMIT_BACK_OFF),
        config.get(COMMIT_MAX_BACK_OFF),
        config.get(APPEND_EXISTING_ROWS));
  }

  private static void positive(long value, ConfigOption<?> option) {
    if (value <= 0) {
      throw new IllegalArgumentException(
          "Option '" + option.key() + "' is " + value + " but must be greater than 0.");
    }
  }
}
