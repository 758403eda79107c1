/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/** Rows as text that is equal exactly when the values are, whatever classes hold them. */
final class Values {

  private Values() {}

  static String text(RowData row, RowType type) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      RowData.FieldGetter getter = RowData.createFieldGetter(type.getTypeAt(i), i);
      fields.add(text(getter.getFieldOrNull(row), type.getTypeAt(i)));
    }
    return "(" + String.join(", ", fields) + ")";
  }

  private static String text(Object value, LogicalType type) {
    if (value == null) {
      return "NULL";
    } else if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof Float number) {
      return "f" + Integer.toHexString(Float.floatToIntBits(number));
    } else if (value instanceof Double number) {
      return "d" + Long.toHexString(Double.doubleToLongBits(number));
    } else if (value instanceof RowData row) {
      return text(row, (RowType) type);
    } else if (value instanceof ArrayData array) {
      return elements(array, ((ArrayType) type).getElementType()).toString();
    } else if (value instanceof MapData map) {
      List<String> keys = elements(map.keyArray(), ((MapType) type).getKeyType());
      List<String> values = elements(map.valueArray(), ((MapType) type).getValueType());
      List<String> entries = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        entries.add(keys.get(i) + "=" + values.get(i));
      }
      Collections.sort(entries);
      return "map" + entries;
    }
    return value.toString();
  }

  private static List<String> elements(ArrayData array, LogicalType type) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      texts.add(text(getter.getElementOrNull(array, i), type));
    }
    return texts;
  }
}
