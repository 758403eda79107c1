/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.List;
import java.util.Map;

/** The options of the connectors that this project brings: {@code filesystem} and {@code kafka}. */
public final class SourceOptions {

  private SourceOptions() {}

  /**
   * Whether the connector's sources are built by {@link SourceStreams}; others by Flink's
   * factories.
   */
  public static boolean owns(String connector) {
    return connector.equals("filesystem") || connector.equals("kafka");
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
        FileSettings.read(reader);
      }
      case "kafka" -> {
        FormatSettings.read(reader, schema, true);
        KafkaSettings.read(reader);
      }
      default -> {
        return List.of();
      }
    }
    return reader.problems();
  }
}
