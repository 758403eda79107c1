/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

/**
 * What a start without state does with a table that has rows, when the table's sources don't start
 * at their beginning.
 */
public enum WithoutState {
  /** It stops where the result could be wrong. */
  FAIL,
  /** It goes on from what the rows tell, although they tell nothing of deletes. */
  REBUILD,
  /** It relies on the sources: they give every event again that the rows are made of. */
  REPLAY
}
