/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A streaming table, or the table of a materialized view.
 *
 * @param rowType the columns that its flows write, and after them those that they don't any more
 * @param kept how many columns of {@code rowType} the flows don't write any more: NULL in new rows
 * @param upsert whether AUTO CDC flows fill it; else append flows or a view's query do
 * @param keys indexes of KEYS in {@code rowType}, or of the key of a view whose rows change; empty
 *     for append
 * @param sequenceTypes of SEQUENCE BY, empty for append
 * @param sequenceColumns indexes of the columns that hold the sequence's fields as they are, in
 *     every flow; empty when a field is no column, so that the rows don't tell their sequence
 * @param history {@code null}: SCD type 1, or append
 * @param ignoresNulls whether NULLs of a flow keep the value known
 * @param eventTime index of the EVENT TIME column of the snapshots of this table, {@code null} if
 *     it has none
 * @param viewQuery a fingerprint of what the rows of a materialized view are made by, {@code null}:
 *     a streaming table
 */
public record ResolvedTarget(
    TableName name,
    boolean upsert,
    RowType rowType,
    int kept,
    List<Integer> keys,
    List<LogicalType> sequenceTypes,
    List<Integer> sequenceColumns,
    @Nullable ResolvedHistory history,
    boolean ignoresNulls,
    @Nullable Integer eventTime,
    List<String> partitionColumns,
    List<String> clusterColumns,
    Map<String, String> columnComments,
    Map<String, String> properties,
    @Nullable String comment,
    @Nullable String viewQuery) {

  public ResolvedTarget {
    keys = List.copyOf(keys);
    sequenceTypes = List.copyOf(sequenceTypes);
    sequenceColumns = List.copyOf(sequenceColumns);
    partitionColumns = List.copyOf(partitionColumns);
    clusterColumns = List.copyOf(clusterColumns);
    columnComments = Map.copyOf(columnComments);
    properties = Map.copyOf(properties);
  }

  /** The same with columns that the table has and the flows don't write. */
  public ResolvedTarget withKept(List<RowType.RowField> columns) {
    List<RowType.RowField> all = new ArrayList<>(rowType.getFields());
    all.addAll(columns);
    return new ResolvedTarget(
        name,
        upsert,
        new RowType(rowType.isNullable(), all),
        kept + columns.size(),
        keys,
        sequenceTypes,
        sequenceColumns,
        history == null ? null : history.withKept(rowType.getFieldCount(), all.size()),
        ignoresNulls,
        eventTime,
        partitionColumns,
        clusterColumns,
        columnComments,
        properties,
        comment,
        viewQuery);
  }

  /** The columns that flows write. */
  public RowType writtenType() {
    return new RowType(
        rowType.isNullable(), rowType.getFields().subList(0, rowType.getFieldCount() - kept));
  }

  /** The columns that flows don't write any more. */
  public List<RowType.RowField> keptColumns() {
    return rowType.getFields().subList(rowType.getFieldCount() - kept, rowType.getFieldCount());
  }

  ResolvedTarget withEventTime(int column) {
    return new ResolvedTarget(
        name,
        upsert,
        rowType,
        kept,
        keys,
        sequenceTypes,
        sequenceColumns,
        history,
        ignoresNulls,
        column,
        partitionColumns,
        clusterColumns,
        columnComments,
        properties,
        comment,
        viewQuery);
  }

  /**
   * The same as a materialized view.
   *
   * @param indexes of the key, empty if its rows are only added
   * @param fingerprint of what they are made by
   */
  ResolvedTarget asView(List<Integer> indexes, String fingerprint) {
    return new ResolvedTarget(
        name,
        upsert,
        rowType,
        kept,
        indexes,
        sequenceTypes,
        sequenceColumns,
        history,
        ignoresNulls,
        eventTime,
        partitionColumns,
        clusterColumns,
        columnComments,
        properties,
        comment,
        fingerprint);
  }

  public boolean isMaterializedView() {
    return viewQuery != null;
  }

  /** Whether rows of the table are replaced by key; else they are only added. */
  public boolean isKeyed() {
    return !keys.isEmpty();
  }

  /** Names of the key columns. */
  public List<String> keyNames() {
    return keys.stream().map(rowType.getFieldNames()::get).toList();
  }

  /** The table's columns: those of {@code rowType} and, for SCD type 2, of the row's validity. */
  public RowType tableType() {
    return history == null ? rowType : withHistory(rowType, history.sequenceType());
  }

  static RowType withHistory(RowType rowType, LogicalType sequence) {
    List<RowType.RowField> fields = new ArrayList<>(rowType.getFields());
    fields.add(new RowType.RowField(ResolvedHistory.START_AT, sequence));
    fields.add(new RowType.RowField(ResolvedHistory.END_AT, sequence));
    return new RowType(rowType.isNullable(), fields);
  }

  /** Names of the columns that identify a row of the table. */
  public List<String> tableKeys() {
    List<String> names = new ArrayList<>(keyNames());
    if (history != null) {
      names.add(ResolvedHistory.START_AT);
    }
    return List.copyOf(names);
  }
}
