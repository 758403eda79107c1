/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.Map;
import java.util.Optional;

/**
 * Where a source without state starts that does not start at its beginning.
 *
 * @param value of the option that says so
 * @param remedy what makes it start at its beginning, as the end of "let the source start"
 */
public record StartPosition(String value, String remedy) {

  /**
   * By the options of a source; empty for one that starts at its beginning, and for connectors of
   * which that isn't known.
   */
  public static Optional<StartPosition> later(Map<String, String> options) {
    return switch (options.getOrDefault("connector", "")) {
      case "kafka" ->
          KafkaSettings.laterStart(options)
              .map(value -> new StartPosition(value, "at 'earliest-offset'"));
      case DeltaSettings.CONNECTOR ->
          DeltaSettings.laterStart(options)
              .map(
                  value ->
                      new StartPosition(
                          value,
                          "with the rows that the table has (leave out 'startingVersion' and"
                              + " 'startingTimestamp')"));
      default -> Optional.empty();
    };
  }
}
