/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/** Decoded records as text, for tables of expectations. */
final class Decoding {

  private Decoding() {}

  static LogicalType type(String sql) {
    return LogicalTypeParser.parse(sql, Decoding.class.getClassLoader());
  }

  static RowType row(String sql) {
    return (RowType) type("ROW<" + sql + ">");
  }

  static RecordDecoder json(String columns) {
    return json(columns, "UTC");
  }

  static RecordDecoder json(String columns, String zone) {
    return RecordFormat.of(RecordFormat.Kind.JSON, CsvOptions.DEFAULT, row(columns))
        .decoder(ZoneId.of(zone));
  }

  static RecordDecoder csv(String columns, CsvOptions options) {
    return csv(columns, options, "UTC");
  }

  static RecordDecoder csv(String columns, CsvOptions options, String zone) {
    return RecordFormat.of(RecordFormat.Kind.CSV, options, row(columns)).decoder(ZoneId.of(zone));
  }

  static RecordDecoder raw(String columns) {
    return RecordFormat.of(RecordFormat.Kind.RAW, CsvOptions.DEFAULT, row(columns))
        .decoder(ZoneOffset.UTC);
  }

  /** The rows as text, or {@code misfit: …} or {@code unparsable: …}. */
  static String decode(RecordDecoder decoder, String columns, String record) {
    return decode(decoder, columns, record.getBytes(StandardCharsets.UTF_8), null);
  }

  static String decode(
      RecordDecoder decoder, String columns, byte[] record, @Nullable byte[] header) {
    return decode(decoder, row(columns), new EncodedRecord(record, header, null));
  }

  static String decode(RecordDecoder decoder, RowType rowType, EncodedRecord record) {
    try {
      List<String> rows = new ArrayList<>();
      decoder.decode(record, row -> rows.add(text(row, rowType)));
      return rows.isEmpty() ? "comment" : String.join(" // ", rows);
    } catch (DecodeException e) {
      return (e.isMisfit() ? "misfit: " : "unparsable: ") + e.getMessage();
    }
  }

  static String text(RowData row, RowType type) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      LogicalType field = type.getTypeAt(i);
      fields.add(text(RowData.createFieldGetter(field, i).getFieldOrNull(row), field));
    }
    return String.join(" | ", fields);
  }

  private static String text(@Nullable Object value, LogicalType type) {
    if (value == null) {
      return "NULL";
    }
    return switch (type.getTypeRoot()) {
      case DATE -> LocalDate.ofEpochDay((int) value).toString();
      case TIMESTAMP_WITHOUT_TIME_ZONE -> ((TimestampData) value).toLocalDateTime().toString();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> ((TimestampData) value).toInstant().toString();
      case BINARY, VARBINARY -> Base64.getEncoder().encodeToString((byte[]) value);
      case ROW -> "(" + text((RowData) value, (RowType) type) + ")";
      case ARRAY -> elements((ArrayData) value, ((ArrayType) type).getElementType()).toString();
      case MAP -> {
        MapData map = (MapData) value;
        List<String> keys = elements(map.keyArray(), ((MapType) type).getKeyType());
        List<String> values = elements(map.valueArray(), ((MapType) type).getValueType());
        Map<String, String> entries = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
          entries.put(keys.get(i), values.get(i));
        }
        yield entries.toString();
      }
      default -> value.toString();
    };
  }

  private static List<String> elements(ArrayData array, LogicalType type) {
    List<String> elements = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      elements.add(text(ArrayData.createElementGetter(type).getElementOrNull(array, i), type));
    }
    return elements;
  }
}
