/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The row of a key, from the rules alone: sort its events by sequence, a delete before the upsert
 * of its sequence, and fold. Values are plain: a ROW is a list, all else a text.
 */
final class MergeModel {
  private MergeModel() {}

  /**
   * An event of the key.
   *
   * @param sequence its place
   * @param row its columns; null: a delete
   * @param ignoreNulls the columns in which its flow ignores NULLs
   */
  record Event(int sequence, List<Object> row, List<Integer> ignoreNulls) {}

  /** The row, or null. */
  static List<Object> fold(List<Event> events) {
    List<Event> sorted = new ArrayList<>(events);
    sorted.sort(Comparator.comparingInt(Event::sequence).thenComparing(e -> e.row() != null));
    List<Object> known = null;
    for (Event event : sorted) {
      known = event.row() == null ? null : after(known, event);
    }
    return known;
  }

  private static List<Object> after(List<Object> known, Event event) {
    List<Object> after = new ArrayList<>();
    for (int column = 0; column < event.row().size(); column++) {
      Object value = event.row().get(column);
      Object before = known == null ? null : known.get(column);
      after.add(event.ignoreNulls().contains(column) ? filled(before, value) : value);
    }
    return after;
  }

  private static Object filled(Object before, Object value) {
    if (isEmpty(value)) {
      return before;
    }
    if (!(value instanceof List<?> fields)) {
      return value;
    }
    List<Object> row = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      row.add(filled(before == null ? null : ((List<?>) before).get(i), fields.get(i)));
    }
    return row;
  }

  /** Whether all leaves are NULL. */
  private static boolean isEmpty(Object value) {
    return value == null
        || (value instanceof List<?> fields && fields.stream().allMatch(MergeModel::isEmpty));
  }

  /** The plain form of a row. */
  static List<Object> plain(RowType type, RowData row) {
    List<Object> fields = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      LogicalType field = type.getTypeAt(i);
      fields.add(plain(field, RowData.createFieldGetter(field, i).getFieldOrNull(row)));
    }
    return fields;
  }

  private static Object plain(LogicalType type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case ROW -> plain((RowType) type, (RowData) value);
      case ARRAY -> elements(((ArrayType) type).getElementType(), (ArrayData) value).toString();
      case MAP -> entries((MapType) type, (MapData) value);
      default -> value.toString();
    };
  }

  private static List<Object> elements(LogicalType type, ArrayData array) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type);
    List<Object> elements = new ArrayList<>();
    IntStream.range(0, array.size())
        .forEach(i -> elements.add(plain(type, getter.getElementOrNull(array, i))));
    return elements;
  }

  private static String entries(MapType type, MapData map) {
    List<Object> keys = elements(type.getKeyType(), map.keyArray());
    List<Object> values = elements(type.getValueType(), map.valueArray());
    TreeMap<String, Object> sorted = new TreeMap<>();
    IntStream.range(0, keys.size()).forEach(i -> sorted.put((String) keys.get(i), values.get(i)));
    return sorted.toString();
  }
}
