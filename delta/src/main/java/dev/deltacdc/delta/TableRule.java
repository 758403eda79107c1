/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.Locale;

/**
 * The rules that a table must keep which is there before a job writes it. Names are stable, since
 * they stand in logs and are searched for.
 */
public enum TableRule {
  CHANGED_COLUMNS(
      "The table has the job's columns, or can get them: nullable ones are added, types widened."),
  CHANGED_PARTITIONS("The table is partitioned as the job says."),
  CHANGED_KEYS("The table's rows were made with the same keys."),
  CHANGED_SEQUENCE("The table's rows were made with a sequence of the same type."),
  CHANGED_TRACKED(
      "The history is still one, and its rows were made with the same tracked columns."),
  CHANGED_IGNORE_NULLS("A table whose rows were made with IGNORE NULL UPDATES still has it."),
  CHANGED_SNAPSHOT("The snapshot table's rows were made of the same table, in the same way."),
  CHANGED_CONTRACT("The table's rows were made with the same properties that start with deltacdc."),
  NO_DELETION_VECTORS("A table of changes has deletion vectors enabled."),
  UNSUPPORTED_FEATURE("The table uses no feature of Delta whose rules this sink does not keep."),
  NOT_A_TABLE("The table's folder is a Delta table, or empty."),
  NOT_WRITABLE("The job may write to the table's folder.");

  private final String sentence;

  TableRule(String sentence) {
    this.sentence = sentence;
  }

  /** What holds for a table that keeps it. */
  public String sentence() {
    return sentence;
  }

  /** Its name in messages: {@code changed-keys}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Of a property of a table's contract. */
  static TableRule ofContract(String property) {
    String id = "changed-" + property.substring(DeltaTable.CONTRACT_PREFIX.length());
    for (TableRule rule : values()) {
      if (rule.id().equals(id)) {
        return rule;
      }
    }
    return CHANGED_CONTRACT;
  }
}
