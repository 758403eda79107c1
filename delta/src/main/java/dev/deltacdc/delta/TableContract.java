/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The properties of a table that say how its rows were made, such as {@code deltacdc.keys}. Rows
 * that were made otherwise don't fit beside them, so these properties change only when all rows are
 * replaced.
 */
final class TableContract {

  private TableContract() {}

  /** Those of a table's properties that belong to the contract. */
  static Map<String, String> of(Map<String, String> properties) {
    return properties.entrySet().stream()
        .filter(property -> isPart(property.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Those that don't. */
  static Map<String, String> without(Map<String, String> properties) {
    return properties.entrySet().stream()
        .filter(property -> !isPart(property.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Throws when an existing table was written by another contract. A part that the table doesn't
   * state is no difference: the table was made by somebody else, or before that part was kept.
   */
  static void check(TableSnapshot table, DeltaTable wanted) {
    new TreeMap<>(of(table.properties()))
        .forEach(
            (property, was) -> {
              String now = wanted.properties().get(property);
              if (!was.equals(now)) {
                throw TableErrors.otherContract(table.path(), property, was, now);
              }
            });
  }

  private static boolean isPart(String property) {
    return property.startsWith(DeltaTable.CONTRACT_PREFIX);
  }
}
