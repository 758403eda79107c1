/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.util.List;

/** What a run prints of its measurements. */
final class Summary {

  private Summary() {}

  static void print(List<Measurement> measurements) {
    for (Measurement measurement : measurements) {
      System.out.printf(
          "%-20s %-28s %s%n",
          measurement.system(), measurement.metric(), Figures.spread(measurement));
    }
  }
}
