/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.Sequence;
import org.apache.flink.table.data.RowData;

/**
 * An accepted event of one id, as a snapshot keeps it.
 *
 * @param day the day of its event time; of an event that came too late, the first day it counts for
 * @param sequence its place among the events of its id
 * @param delete whether it removes the row
 * @param row the target's columns; of a delete only keys and event time
 */
record Version(int day, Sequence sequence, boolean delete, RowData row) {

  /**
   * Whether this event decides the row when both are in time (semantics: "order", and of ties what
   * holds for the target): the greater sequence; of equal ones that of the kind which wins, else
   * the later arrival, which this is.
   *
   * @param deleteWins a tie with an upsert, as in a history; else the upsert does
   */
  boolean beats(Version earlierArrival, boolean deleteWins) {
    int order = sequence.compareTo(earlierArrival.sequence);
    return order > 0 || (order == 0 && (delete == earlierArrival.delete || delete == deleteWins));
  }

  /** The same event, counted as one of a later day. */
  Version from(int laterDay) {
    return new Version(laterDay, sequence, delete, row);
  }
}
