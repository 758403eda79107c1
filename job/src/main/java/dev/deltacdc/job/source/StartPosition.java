/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.Map;
import java.util.Optional;

/** Where a source starts that has no state. */
public final class StartPosition {

  private StartPosition() {}

  /**
   * The option's value by which a source doesn't start at its beginning; empty for one that does,
   * and for connectors of which that isn't known.
   */
  public static Optional<String> later(Map<String, String> options) {
    return switch (options.getOrDefault("connector", "")) {
      case "kafka" -> KafkaSettings.laterStart(options);
      case DeltaSettings.CONNECTOR -> DeltaSettings.laterStart(options);
      default -> Optional.empty();
    };
  }
}
