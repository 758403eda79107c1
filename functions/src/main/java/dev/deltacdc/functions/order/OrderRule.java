/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.Sequence;
import javax.annotation.Nullable;

/**
 * How an event stands to the last one of its key. The sequence alone decides; where it ties, an
 * upsert beats a delete in whatever order they arrive, and among the same kind the later arrival
 * wins (semantics: "order", "exact duplicate", "tie, two upserts", "tie, upsert and delete").
 */
final class OrderRule {
  private OrderRule() {}

  /** What an event is. */
  enum Outcome {
    /** Newer than all before: it decides the state. */
    NEWER,
    /** The same sequence as the last, other content, and it decides the state. */
    TIE_WON,
    /** The same sequence as the last, other content, and the last stands. */
    TIE_LOST,
    /** Older than the last. */
    STALE,
    /** The last once more. */
    DUPLICATE
  }

  /**
   * Judges an event. The upsert that has the sequence of a row of the table most likely made that
   * row. It counts as new: whoever comes after this has lost its state too, and needs it.
   *
   * @param last the memory of the key, or null if there is none
   * @param hash of the event's content, its kind included
   */
  static Outcome judge(@Nullable OrderEntry last, Sequence sequence, long hash, boolean delete) {
    if (last == null) {
      return Outcome.NEWER;
    }
    int order = last.compareSequence(sequence);
    if (order != 0) {
      return order < 0 ? Outcome.NEWER : Outcome.STALE;
    }
    if (last.isFromTable() && !delete) {
      return Outcome.NEWER;
    }
    if (delete == last.isTombstone()) {
      return hash == last.hash() ? Outcome.DUPLICATE : Outcome.TIE_WON;
    }
    return delete ? Outcome.TIE_LOST : Outcome.TIE_WON;
  }
}
