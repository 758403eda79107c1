/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.pipeline.ViolationAction;
import dev.deltacdc.job.source.SnapshotFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;

/** A flow: the query whose rows change a target. */
public sealed interface ResolvedFlow {

  /** Names the flow in uids, counters and the quarantine table. */
  String name();

  @Nullable
  String comment();

  TableName target();

  /** The tables and views that the query reads. */
  List<TableName> reads();

  PlannedQuery query();

  /** Those of the target's constraints. */
  List<ResolvedExpectation> expectations();

  /**
   * Change events; the query's row is [target columns][sequence fields][delete BOOLEAN, if {@code
   * hasDelete}][truncate BOOLEAN, if {@code hasTruncate}][expectation BOOLEANs][origin ROW, if
   * {@code hasOrigin}].
   *
   * @param sequenceTypes more than one for a STRUCT
   * @param ignoreNulls ascending indexes of the target's columns in which a NULL keeps the value
   *     known; no keys
   * @param decisive the names in SEQUENCE BY and the conditions of APPLY AS, by which an event is
   *     ordered, and is an upsert, a delete or a truncate
   * @param snapshots the rows are those of full snapshots, whose versions are the sequence; {@code
   *     null}: change events
   */
  record Cdc(
      String name,
      @Nullable String comment,
      TableName target,
      List<TableName> reads,
      PlannedQuery query,
      boolean once,
      List<LogicalType> sequenceTypes,
      boolean hasDelete,
      boolean hasTruncate,
      List<Integer> ignoreNulls,
      List<String> decisive,
      List<ResolvedExpectation> expectations,
      boolean hasOrigin,
      @Nullable SnapshotFiles snapshots)
      implements ResolvedFlow {

    public Cdc {
      ignoreNulls = List.copyOf(ignoreNulls);
      decisive = List.copyOf(decisive);
    }

    /** Whether it reads one location again in each run, as a full snapshot. */
    public boolean isReread() {
      return snapshots != null && snapshots.isReread();
    }

    /** The same into a table with more columns, whose values stay known where NULLs keep any. */
    public Cdc withKept(int from, int to) {
      if (ignoreNulls.isEmpty()) {
        return this;
      }
      List<Integer> all = new ArrayList<>(ignoreNulls);
      IntStream.range(from, to).forEach(all::add);
      return new Cdc(
          name,
          comment,
          target,
          reads,
          query,
          once,
          sequenceTypes,
          hasDelete,
          hasTruncate,
          all,
          decisive,
          expectations,
          hasOrigin,
          snapshots);
    }
  }

  /**
   * Rows that are only added; the query's row is [target columns][expectation BOOLEANs][origin ROW,
   * if {@code hasOrigin}].
   */
  record Append(
      String name,
      @Nullable String comment,
      TableName target,
      List<TableName> reads,
      PlannedQuery query,
      List<ResolvedExpectation> expectations,
      boolean hasOrigin)
      implements ResolvedFlow {}

  /**
   * The changes of a materialized view's rows by key; the query's row is [target
   * columns][expectation BOOLEANs].
   *
   * @param insertOnly whether the query only ever adds rows
   * @param materialize whether the table's key is not the one by which the query's changes replace
   *     each other, so that they must be put in order first
   * @param notNull whether no column of the key is ever NULL
   */
  record View(
      String name,
      @Nullable String comment,
      TableName target,
      List<TableName> reads,
      PlannedQuery query,
      List<ResolvedExpectation> expectations,
      boolean insertOnly,
      boolean materialize,
      boolean notNull)
      implements ResolvedFlow {

    /** Whether some rows of the query are no rows of the view. */
    public boolean leavesRowsOut() {
      return expectations.stream()
          .anyMatch(expectation -> expectation.action() == ViolationAction.DROP_ROW);
    }
  }
}
