/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import java.io.Serializable;
import java.time.Duration;

/**
 * When something leaves the state: a retention after it happened, of running time, never less and
 * up to a 64th of it (at least a second) more. So a key has a bounded number of timers, and a timer
 * takes many versions at once.
 */
record ExpiryRule(Duration retention) implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long SECOND = 1000;
  private static final int STEPS = 64;

  /** When it is over, in milliseconds of the running clock. */
  long end(int seconds) {
    long step = Math.max(SECOND, retention.toMillis() / STEPS);
    return -Math.floorDiv(-((seconds + 1) * SECOND + retention.toMillis()), step) * step;
  }

  boolean isOver(int seconds, long elapsedMillis) {
    return end(seconds) <= elapsedMillis;
  }
}
