/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.time.LocalDate;
import java.util.Base64;
import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A row as one line of JSON, for the quarantine table when there are no bytes to keep: times as ISO
 * text (UTC for TIMESTAMP_LTZ), bytes as Base64, a map as a list of pairs. The same row gives the
 * same text.
 */
public final class RowText implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RowType rowType;
  private final int fields;

  private RowText(RowType rowType, int fields) {
    this.rowType = rowType;
    this.fields = fields;
  }

  /** The text of a row's first fields. */
  public static RowText of(RowType rowType, int fields) {
    return new RowText(rowType, fields);
  }

  /** The row as text. */
  public String text(RowData row) {
    StringBuilder out = new StringBuilder();
    appendRow(out, rowType, fields, row);
    return out.toString();
  }

  private static void appendRow(StringBuilder out, RowType type, int fields, RowData row) {
    out.append('{');
    for (int i = 0; i < fields; i++) {
      if (i > 0) {
        out.append(',');
      }
      appendString(out, type.getFieldNames().get(i));
      out.append(':');
      LogicalType fieldType = type.getTypeAt(i);
      append(out, fieldType, RowData.createFieldGetter(fieldType, i).getFieldOrNull(row));
    }
    out.append('}');
  }

  private static void append(StringBuilder out, LogicalType type, Object value) {
    if (value == null) {
      out.append("null");
      return;
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> out.append(value);
      case FLOAT, DOUBLE -> {
        if (Double.isFinite(((Number) value).doubleValue())) {
          out.append(value);
        } else {
          appendString(out, value.toString());
        }
      }
      case DATE -> appendString(out, LocalDate.ofEpochDay((Integer) value).toString());
      case BINARY, VARBINARY ->
          appendString(out, Base64.getEncoder().encodeToString((byte[]) value));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> appendString(out, value + "Z");
      case ARRAY -> appendArray(out, (ArrayType) type, (ArrayData) value);
      case MAP -> appendMap(out, (MapType) type, (MapData) value);
      case ROW -> {
        List<LogicalType> children = type.getChildren();
        appendRow(out, (RowType) type, children.size(), (RowData) value);
      }
      default -> appendString(out, value.toString());
    }
  }

  private static void appendArray(StringBuilder out, ArrayType type, ArrayData array) {
    ArrayData.ElementGetter elements = ArrayData.createElementGetter(type.getElementType());
    out.append('[');
    for (int i = 0; i < array.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      append(out, type.getElementType(), elements.getElementOrNull(array, i));
    }
    out.append(']');
  }

  private static void appendMap(StringBuilder out, MapType type, MapData map) {
    ArrayData.ElementGetter keys = ArrayData.createElementGetter(type.getKeyType());
    ArrayData.ElementGetter values = ArrayData.createElementGetter(type.getValueType());
    out.append('[');
    for (int i = 0; i < map.size(); i++) {
      out.append(i > 0 ? ",[" : "[");
      append(out, type.getKeyType(), keys.getElementOrNull(map.keyArray(), i));
      out.append(',');
      append(out, type.getValueType(), values.getElementOrNull(map.valueArray(), i));
      out.append(']');
    }
    out.append(']');
  }

  private static void appendString(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u").append(String.format("%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
