/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.IOException;

/** Deferred upkeep of the log after a commit. A failure harms no data: report it and go on. */
public interface LogHook {

  /** What it does, for logs and metrics: {@code checkpoint} or {@code checksum}. */
  String name();

  /** The version it belongs to. */
  long version();

  void run() throws IOException;
}
