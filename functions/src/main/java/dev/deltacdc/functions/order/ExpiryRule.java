/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import java.io.Serializable;
import java.time.Duration;

/**
 * When something leaves the state: a retention after it happened, of running time (see {@link
 * RunningTime}), never less, and up to a second and a step more.
 *
 * @param retention how long it is kept
 * @param stepMillis the ends are multiples of it, so that one timer takes what happened close
 *     together
 */
public record ExpiryRule(Duration retention, long stepMillis) implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long SECOND = 1000;
  private static final int STEPS = 64;

  public ExpiryRule {
    if (retention.isNegative()) {
      throw new IllegalArgumentException("a retention is negative: " + retention);
    }
  }

  /** Of what has a timer of its own. */
  public static ExpiryRule exact(Duration retention) {
    return new ExpiryRule(retention, 1);
  }

  /** In steps of a 64th of the retention, at least a second: a key has few timers for much. */
  public static ExpiryRule inSteps(Duration retention) {
    return new ExpiryRule(retention, Math.max(SECOND, retention.toMillis() / STEPS));
  }

  /** When it is over, in milliseconds of the running time. */
  public long end(int seconds) {
    return -Math.floorDiv(-((seconds + 1) * SECOND + retention.toMillis()), stepMillis)
        * stepMillis;
  }

  /** Whether that is so. */
  public boolean isOver(int seconds, long elapsedMillis) {
    return end(seconds) <= elapsedMillis;
  }
}
