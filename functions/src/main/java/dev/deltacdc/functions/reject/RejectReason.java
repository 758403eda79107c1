/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.reject;

/** Why an event was rejected: the words in the quarantine table, in metrics and in summaries. */
public final class RejectReason {
  /** The bytes are not a record of the source's format. */
  public static final String UNPARSABLE = "unparsable";

  /** A value does not fit its column: too long, too large, too precise. */
  public static final String MISFIT = "misfit";

  /** A part of the key is NULL. */
  public static final String NULL_KEY = "null-key";

  /** SEQUENCE BY is NULL. */
  public static final String NULL_SEQUENCE = "null-sequence";

  /** The event time that a snapshot needs is NULL. */
  public static final String NULL_EVENT_TIME = "null-event-time";

  /** The event time is further ahead of the wall clock than {@code snapshot.max-ahead}. */
  public static final String FAR_FUTURE = "far-future";

  /** A history needs older versions of the key than it remembers to place the event. */
  public static final String TOO_LATE = "too-late";

  private static final String EXPECTATION = "expectation:";

  private RejectReason() {}

  /** The reason of an event that violates an expectation with ON VIOLATION QUARANTINE. */
  public static String expectation(String name) {
    return EXPECTATION + name;
  }
}
