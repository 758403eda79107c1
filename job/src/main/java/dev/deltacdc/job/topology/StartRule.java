/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.util.Locale;

/**
 * The rules of a start that files and tables cannot tell alone: what it goes on from fits what is
 * there. Names are stable, since they stand in logs and are searched for.
 */
public enum StartRule {
  ROWS_WITHOUT_STATE("A table of changes that has rows goes on from state, or from all events."),
  REFRESH_WITHOUT_EVENTS("A table is filled anew from sources that start at their beginning."),
  HISTORY_WITHOUT_STATE("A history that has rows goes on from state."),
  APPEND_WITHOUT_STATE("An append table that has rows goes on from state."),
  NULLS_WITHOUT_STATE("IGNORE NULL UPDATES is there from the table's first row."),
  NEW_SNAPSHOT("A snapshot table starts together with its table."),
  NEW_READER("What reads a table starts together with it."),
  REFILLED_TABLE("A table is filled anew together with what reads it."),
  CHANGED_QUERY("A query with state is the one that made the state."),
  SNAPSHOT_REFRESH("A snapshot table is filled anew together with its table."),
  UNKNOWN_REFRESH("--refresh and --full-refresh name tables of the pipeline."),
  UNREAD_WITHOUT_STATE("A run of chosen tables leaves sources unread that have been read before."),
  SOURCE_NOT_OPENED("What a source names is there."),
  STATE_NOT_WRITABLE("The run may write to the folder of its state."),
  ALREADY_RUNNING("No other run has the pipeline's state."),
  SAVEPOINT_UNREADABLE("The savepoint can be read where the pipeline is submitted."),
  LAST_START_UNREADABLE("The record of the last start is whole.");

  private final String sentence;

  StartRule(String sentence) {
    this.sentence = sentence;
  }

  /** What holds for a start that keeps it. */
  public String sentence() {
    return sentence;
  }

  /** Its name in messages: {@code new-reader}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A message with the name of the rule that is broken. */
  public String broken(String message) {
    return message + " [" + id() + "]";
  }
}
