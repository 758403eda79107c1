/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.pipeline.TableName;
import java.util.Map;
import java.util.Set;

/**
 * From where a job starts.
 *
 * @param generations those that have state, by {@code flow/NAME} and {@code table/NAME}, see {@link
 *     Generations}; empty: none has
 * @param withState uids of operators that have state; empty where nothing can be known of it
 * @param refreshed tables that are filled anew
 * @param begun those of {@code refreshed} whose new generation an earlier attempt of the same start
 *     has made
 * @param certain whether the job surely starts without state if {@code generations} is empty; on a
 *     cluster that recovers by itself only the operators know
 */
public record StartPoint(
    Map<String, Integer> generations,
    Set<String> withState,
    Set<TableName> refreshed,
    Set<TableName> begun,
    boolean certain) {

  /** A first start. */
  public static final StartPoint NO_STATE =
      new StartPoint(Map.of(), Set.of(), Set.of(), Set.of(), true);

  public StartPoint {
    generations = Map.copyOf(generations);
    withState = Set.copyOf(withState);
    refreshed = Set.copyOf(refreshed);
    begun = Set.copyOf(begun);
  }
}
