/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.pipeline.Rule;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * The options of the connectors that this project brings: {@code filesystem}, {@code kafka} and
 * {@code delta}.
 */
public final class SourceOptions {

  private SourceOptions() {}

  /**
   * Whether the connector's sources are built by {@link SourceStreams}; others by Flink's
   * factories.
   */
  public static boolean owns(String connector) {
    return connector.equals("filesystem")
        || connector.equals("kafka")
        || connector.equals(DeltaSettings.CONNECTOR);
  }

  /**
   * What is wrong with a source's WITH clause and columns, without touching data: unknown options
   * (with the nearest valid name), missing or malformed values, types that the format cannot give.
   * Messages name options, never values that may be secret. Empty for connectors that are not
   * {@link #owns ours}.
   */
  public static List<OptionProblem> check(
      String connector, Map<String, String> options, SourceSchema schema) {
    OptionReader reader = new OptionReader(options);
    switch (connector) {
      case "filesystem" -> {
        FormatSettings.read(reader, schema, false);
        checkTime(FileSettings.read(reader).snapshots(), schema, reader);
      }
      case "kafka" -> {
        FormatSettings.read(reader, schema, true);
        KafkaSettings.read(reader);
      }
      case DeltaSettings.CONNECTOR -> {
        DeltaSettings.check(reader, schema);
        if (reader.problems().isEmpty()) {
          DeltaSettings.conflict(options)
              .ifPresent(conflict -> reader.problem(Rule.CONFLICTING_OPTIONS, conflict));
        }
      }
      default -> {
        return List.of();
      }
    }
    return reader.problems();
  }

  /** Rows of a location that is read again tell the time of that, which is their version. */
  private static void checkTime(
      @Nullable SnapshotFiles snapshots, SourceSchema schema, OptionReader reader) {
    for (SourceColumn column : schema.columns()) {
      if (snapshots != null
          && snapshots.isReread()
          && RecordMetadata.FILE_TIME.key().equals(column.metadataKey())) {
        reader.problem(
            Rule.CONFLICTING_OPTIONS,
            "column '"
                + column.name()
                + "': with '"
                + FormatOptions.SNAPSHOT_VERSION.key()
                + "' = '"
                + snapshots.version()
                + "' rows have the time at which they were read, not "
                + RecordMetadata.FILE_TIME.key());
      }
    }
  }
}
