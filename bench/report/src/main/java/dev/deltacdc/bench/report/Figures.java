/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.util.Locale;

/** Numbers as readers want them. */
final class Figures {

  private Figures() {}

  /** Three significant digits; whole and grouped from 1000 on. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size >= 1000 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    int digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** Median, and least and most where there are several values. */
  static String spread(Measurement measurement) {
    String median = number(measurement.median());
    return measurement.values().size() == 1
        ? median
        : median + " (" + number(measurement.least()) + "–" + number(measurement.most()) + ")";
  }

  /** How many times as much. */
  static String ratio(double value, double reference) {
    return reference == 0 ? "" : number(value / reference) + " ×";
  }
}
