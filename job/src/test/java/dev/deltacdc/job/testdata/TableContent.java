/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.deltacdc.sink.table.TableSnapshot;
import dev.deltacdc.sink.table.TableStore;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
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
    TableSnapshot snapshot = TableStore.open(table.toString(), Map.of()).latest();
    RowType type = snapshot.rowType();
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<RowData> rows = snapshot.rows(type.getFieldNames())) {
      while (rows.hasNext()) {
        RowData row = rows.next();
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < type.getFieldCount(); i++) {
          values.put(type.getFieldNames().get(i), row.isNullAt(i) ? null : value(row, i, type));
        }
        lines.add(line(values));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return lines;
  }

  private static Object value(RowData row, int i, RowType type) {
    return switch (type.getTypeAt(i).getTypeRoot()) {
      case TINYINT -> row.getByte(i);
      case SMALLINT -> row.getShort(i);
      case INTEGER -> row.getInt(i);
      case BIGINT -> row.getLong(i);
      case DECIMAL -> row.getDecimal(i, 10, 2).toBigDecimal();
      case ARRAY ->
          IntStream.range(0, row.getArray(i).size()).map(row.getArray(i)::getInt).toArray();
      case TIMESTAMP_WITHOUT_TIME_ZONE -> row.getTimestamp(i, 6).toLocalDateTime().toString();
      case FLOAT -> row.getFloat(i);
      case DOUBLE -> row.getDouble(i);
      case BOOLEAN -> row.getBoolean(i);
      case DATE -> LocalDate.ofEpochDay(row.getInt(i));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> row.getTimestamp(i, 6).toInstant();
      case VARBINARY -> row.getBinary(i);
      case VARCHAR -> row.getString(i).toString();
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** A row as a JSON object; dates and instants are text, bytes are Base64. */
  public static String line(Map<String, Object> values) {
    Map<String, Object> json = new LinkedHashMap<>();
    values.forEach((name, value) -> json.put(name, plain(value)));
    try {
      return JSON.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    return value instanceof Instant || value instanceof LocalDate ? value.toString() : value;
  }
}
