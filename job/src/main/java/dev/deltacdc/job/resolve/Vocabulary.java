/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** The words that a text may use, for errors that suggest one. */
final class Vocabulary {

  private final StreamTableEnvironment env;
  private final Collection<String> columns;

  /**
   * @param columns those that the text can name
   */
  Vocabulary(StreamTableEnvironment env, Collection<String> columns) {
    this.env = env;
    this.columns = List.copyOf(columns);
  }

  Collection<String> columns() {
    return columns;
  }

  /** Flink's functions, in capitals; no operators. */
  List<String> functions() {
    return Stream.of(env.listFunctions())
        .filter(name -> name.matches("[a-z][a-z0-9_]*"))
        .map(name -> name.toUpperCase(Locale.ROOT))
        .toList();
  }

  /** Whether Flink's SQL takes a word as a name only between backquotes. */
  boolean isReserved(String word) {
    try {
      env.sqlQuery("SELECT 1 AS " + word);
      return false;
    } catch (RuntimeException e) {
      return true;
    }
  }
}
