/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * Which field of a flow's query is what. The fields stand in this order: the target's columns, the
 * sequence's fields, the delete condition (if any), the truncate condition (if any), one BOOLEAN
 * per expectation, the origin (if any).
 *
 * @param queryType the type of the query's rows
 * @param columns the number of the target's columns
 * @param sequenceFields the number of the sequence's fields
 * @param hasDelete whether there is a delete condition
 * @param hasTruncate whether there is a truncate condition
 * @param expectations the number of expectations
 * @param hasOrigin whether the last field is {@link EventOrigin}
 * @param keys the positions of the key among the columns, in the order of KEYS
 * @param eventTime the position of a snapshot's event time among the columns, or -1
 */
public record EventLayout(
    RowType queryType,
    int columns,
    int sequenceFields,
    boolean hasDelete,
    boolean hasTruncate,
    int expectations,
    boolean hasOrigin,
    List<Integer> keys,
    int eventTime)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public EventLayout {
    keys = List.copyOf(keys);
    if (keys.isEmpty() || keys.stream().anyMatch(key -> key < 0 || key >= columns)) {
      throw new IllegalArgumentException("keys " + keys + " are not among " + columns + " columns");
    }
    if (eventTime >= columns) {
      throw new IllegalArgumentException("event time " + eventTime + " is not a column");
    }
  }

  /** A layout with columns and sequence only; the {@code with} methods add the rest. */
  public static EventLayout of(
      RowType queryType, int columns, int sequenceFields, List<Integer> keys) {
    return new EventLayout(queryType, columns, sequenceFields, false, false, 0, false, keys, -1);
  }

  /** The same with a delete condition. */
  public EventLayout withDelete() {
    return new EventLayout(
        queryType,
        columns,
        sequenceFields,
        true,
        hasTruncate,
        expectations,
        hasOrigin,
        keys,
        eventTime);
  }

  /** The same with a truncate condition. */
  public EventLayout withTruncate() {
    return new EventLayout(
        queryType,
        columns,
        sequenceFields,
        hasDelete,
        true,
        expectations,
        hasOrigin,
        keys,
        eventTime);
  }

  /** The same with the conditions of a number of expectations. */
  public EventLayout withExpectations(int number) {
    return new EventLayout(
        queryType,
        columns,
        sequenceFields,
        hasDelete,
        hasTruncate,
        number,
        hasOrigin,
        keys,
        eventTime);
  }

  /** The same with the origin. */
  public EventLayout withOrigin() {
    return new EventLayout(
        queryType,
        columns,
        sequenceFields,
        hasDelete,
        hasTruncate,
        expectations,
        true,
        keys,
        eventTime);
  }

  /** The same with a column that holds the event time of snapshots. */
  public EventLayout withEventTime(int column) {
    return new EventLayout(
        queryType,
        columns,
        sequenceFields,
        hasDelete,
        hasTruncate,
        expectations,
        hasOrigin,
        keys,
        column);
  }

  /** The position of the sequence's first field. */
  public int firstSequenceField() {
    return columns;
  }

  /** The types of the sequence's fields. */
  public List<LogicalType> sequenceTypes() {
    return queryType.getChildren().subList(columns, columns + sequenceFields);
  }

  /** The position of the delete condition, or -1. */
  public int deleteField() {
    return hasDelete ? columns + sequenceFields : -1;
  }

  /** The position of the truncate condition, or -1. */
  public int truncateField() {
    return hasTruncate ? columns + sequenceFields + (hasDelete ? 1 : 0) : -1;
  }

  /** The position of the first expectation's condition. */
  public int firstExpectationField() {
    return columns + sequenceFields + (hasDelete ? 1 : 0) + (hasTruncate ? 1 : 0);
  }

  /** The position of the origin, or -1. */
  public int originField() {
    return hasOrigin ? firstExpectationField() + expectations : -1;
  }

  /** How many fields the query has. */
  public int fields() {
    return firstExpectationField() + expectations + (hasOrigin ? 1 : 0);
  }

  /** Fails if the query's type has not the fields that the layout says. */
  public void check() {
    if (queryType.getFieldCount() != fields()) {
      throw new IllegalArgumentException(
          "the query has "
              + queryType.getFieldCount()
              + " fields, its layout "
              + fields()
              + ": "
              + queryType.asSummaryString());
    }
    IntStream.of(deleteField(), truncateField())
        .filter(field -> field >= 0)
        .forEach(field -> requireBoolean(queryType.getTypeAt(field)));
    IntStream.range(0, expectations)
        .forEach(i -> requireBoolean(queryType.getTypeAt(firstExpectationField() + i)));
  }

  private static void requireBoolean(LogicalType type) {
    if (!type.is(LogicalTypeRoot.BOOLEAN)) {
      throw new IllegalArgumentException("a condition is a BOOLEAN, not " + type.asSummaryString());
    }
  }
}
