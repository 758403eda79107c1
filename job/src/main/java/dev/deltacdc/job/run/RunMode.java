/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.source.Reading;

/** When a run ends. */
public enum RunMode {
  /** When all sources end by themselves, as they are declared; then nothing is kept. */
  DECLARED(Reading.Until.DECLARED),
  /** When all is read and committed that was there at its start; the next run goes on from it. */
  TRIGGERED(Reading.Until.NOW),
  /** When it is stopped. */
  CONTINUOUS(Reading.Until.STOPPED);

  private final Reading.Until until;

  RunMode(Reading.Until until) {
    this.until = until;
  }

  Reading.Until until() {
    return until;
  }
}
