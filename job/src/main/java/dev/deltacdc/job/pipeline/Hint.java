/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;

/**
 * What to write instead of something that other engines understand.
 *
 * @param pattern tokens in a row, in upper case
 * @param advice what is written here
 */
record Hint(Rule rule, List<String> pattern, String message, String advice) {

  static Hint of(Rule rule, String pattern, String message, String advice) {
    return new Hint(rule, List.of(pattern.split(" ")), message, advice);
  }

  /** How it looks in a file. */
  String shown() {
    return String.join(" ", pattern).replace(" ( ", "(").replace(" (", "(").replace(" . ", ".");
  }
}
