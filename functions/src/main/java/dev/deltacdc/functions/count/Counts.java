/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.count;

/**
 * The names of what is counted.
 *
 * <p>Of a flow: {@link #READ} = {@link #DROPPED} + {@link #REJECTED} + {@link #TRUNCATES} + the
 * events handed to the order operator. Of those: {@link #APPLIED} + {@link #STALE} + {@link
 * #DUPLICATE}. All of them together reconcile: read = applied + stale + duplicate + rejected +
 * dropped + truncates.
 */
public final class Counts {
  /** Rows that the step got. */
  public static final String READ = "read";

  /** Events that decide the current state of their key as they arrive, deletes too. */
  public static final String APPLIED = "applied";

  /** Those of the applied that are deletes. */
  public static final String DELETED = "deleted";

  /**
   * Events older than the last, or that lost a tie: without effect on the current state, unless it
   * keeps values over NULLs; then they may fill or reset some.
   */
  public static final String STALE = "stale";

  /** Events with key, sequence and content of the last one: without any effect. */
  public static final String DUPLICATE = "duplicate";

  /**
   * Rows of full snapshots that changed nothing: as the snapshot before had them, or of one that
   * was applied already; only of a flow FROM SNAPSHOT. They don't come to the order operator.
   */
  public static final String UNCHANGED = "unchanged";

  /** Events that went to quarantine. */
  public static final String REJECTED = "rejected";

  /** Rows that an expectation with DROP ROW dropped. */
  public static final String DROPPED = "dropped";

  /** Events that truncate the table; only of a flow with APPLY AS TRUNCATE WHEN. */
  public static final String TRUNCATES = "truncates";

  /** Events that arrived behind a newer one of their key. */
  public static final String OUT_OF_ORDER = "outOfOrderEvents";

  /** How far the furthest of them was behind: milliseconds for times, else the difference. */
  public static final String GREATEST_LATENESS = "greatestLateness";

  /** Events with key and sequence of the last one, but other content. */
  public static final String TIES = "sequenceTies";

  private Counts() {}

  /** The counter of events rejected for one reason. */
  public static String rejected(String reason) {
    return REJECTED + "/" + reason;
  }

  /** The counter of rows that violate an expectation, whatever its action. */
  public static String failed(String expectation) {
    return "failed/" + expectation;
  }

  /** The accumulator of a sample of the events rejected for one reason. */
  public static String sample(String reason) {
    return "sample/" + reason;
  }
}
