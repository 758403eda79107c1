/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/**
 * Rows as JSON objects, one a line: of a Delta table, and of a model, so that both can be compared
 * and written down.
 */
public final class TableContent {
  private static final JsonMapper JSON = new JsonMapper();

  private TableContent() {}

  /** The rows of a table's newest version, in no order. */
  public static List<String> read(Path table) {
    return read(store(table).latest());
  }

  /** The rows of one version, in no order. */
  public static List<String> read(Path table, long version) {
    return read(store(table).at(version));
  }

  /** Spark's SQL types by column. */
  public static Map<String, String> columns(Path table) {
    RowType type = store(table).latest().rowType();
    Map<String, String> columns = new LinkedHashMap<>();
    type.getFields().forEach(field -> columns.put(field.getName(), sqlType(field.getType())));
    return columns;
  }

  private static String sqlType(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case VARCHAR, CHAR -> "STRING";
      case VARBINARY -> "BINARY";
      case INTEGER -> "INT";
      case DECIMAL ->
          "DECIMAL(%d,%d)"
              .formatted(((DecimalType) type).getPrecision(), ((DecimalType) type).getScale());
      case TIMESTAMP_WITHOUT_TIME_ZONE -> "TIMESTAMP_NTZ";
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> "TIMESTAMP";
      case ARRAY, MAP ->
          type.getTypeRoot()
              + type.getChildren().stream()
                  .map(TableContent::sqlType)
                  .collect(Collectors.joining(", ", "<", ">"));
      case ROW ->
          ((RowType) type)
              .getFields().stream()
                  .map(field -> field.getName() + ": " + sqlType(field.getType()))
                  .collect(Collectors.joining(", ", "STRUCT<", ">"));
      default -> type.getTypeRoot().name();
    };
  }

  public static long newestVersion(Path table) {
    return store(table).latest().version();
  }

  private static TableStore store(Path table) {
    return TableStore.open(table.toString(), Map.of());
  }

  private static List<String> read(TableSnapshot snapshot) {
    RowType type = snapshot.rowType();
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<RowData> rows = snapshot.rows(type.getFieldNames())) {
      while (rows.hasNext()) {
        lines.add(line(values(rows.next(), type)));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return lines;
  }

  private static Map<String, Object> values(RowData row, RowType type) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      LogicalType fieldType = type.getTypeAt(i);
      Object value = RowData.createFieldGetter(fieldType, i).getFieldOrNull(row);
      values.put(type.getFieldNames().get(i), external(value, fieldType));
    }
    return values;
  }

  private static @Nullable Object external(@Nullable Object value, LogicalType type) {
    if (value == null) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case DECIMAL -> ((DecimalData) value).toBigDecimal();
      case DATE -> LocalDate.ofEpochDay((int) value);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> ((TimestampData) value).toLocalDateTime();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> ((TimestampData) value).toInstant();
      case VARCHAR -> value.toString();
      case ARRAY -> elements((ArrayData) value, type.getChildren().get(0));
      case MAP -> {
        MapData map = (MapData) value;
        Map<String, Object> entries = new TreeMap<>();
        List<Object> keys = elements(map.keyArray(), type.getChildren().get(0));
        List<Object> values = elements(map.valueArray(), type.getChildren().get(1));
        for (int i = 0; i < keys.size(); i++) {
          entries.put(keys.get(i).toString(), values.get(i));
        }
        yield entries;
      }
      case ROW -> values((RowData) value, (RowType) type);
      default -> value;
    };
  }

  private static List<Object> elements(ArrayData array, LogicalType type) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type);
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      elements.add(external(getter.getElementOrNull(array, i), type));
    }
    return elements;
  }

  /**
   * A row as a JSON object; dates and times are text as their {@code toString} gives it, bytes are
   * Base64. The keys of maps are sorted.
   */
  public static String line(Map<String, Object> values) {
    try {
      return JSON.writeValueAsString(plain(values));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    } else if (value instanceof Map<?, ?> map) {
      Map<Object, Object> json = new LinkedHashMap<>();
      map.forEach((name, entry) -> json.put(name, plain(entry)));
      return json;
    } else if (value instanceof List<?> list) {
      return list.stream().map(TableContent::plain).toList();
    }
    return value instanceof Temporal ? value.toString() : value;
  }
}
